"use strict";

/* What the index shows: the rows of a run (of two, where they are compared), filters, sorting, and the place
   in the address that holds them all. */
const LWIndex = { state: {} };

LWIndex.runs = [
  { name: LW_RUN.name, model: LW_RUN.model, rows: LW_RUN.rows, folder: "", run_folder: "../" },
  ...(LW_RUN.against ? [{ ...LW_RUN.against, run_folder: `../${LW_RUN.against.run_folder}` }] : []),
];

LWIndex.RELATIONS = {
  both: "both solved", this: "only this run", other: "only the other", neither: "neither", unpaired: "not in both",
};

/* Filters by their names in the address; `of` is what a row is compared by. */
LWIndex.FILTERS = {
  site: { label: "Site", of: (row) => row.site },
  lang: { label: "Language", of: (row) => row.lang, text: (code) => LW_RUN.languages[code]?.name ?? code },
  kind: { label: "Kind", of: (row) => row.kind, text: (kind) => kind || "unknown" },
  reason: { label: "Failure reason", of: (row) => row.reason, text: (reason) => reason || "none: solved, or not on record" },
  disruption: { label: "Disruption", of: (row) => row.disruption, text: (ending) => ({ none: "not disrupted", "": "unknown" })[ending] ?? ending },
  compared: {
    label: "Compared", of: (row) => LW_RUN.against?.relations[row.id] ?? "unpaired",
    text: (relation) => LWIndex.RELATIONS[relation],
  },
};

/* Sorting by its name in the address; "-" before it turns it round. Rows without a figure come last. */
LWIndex.SORTS = {
  task: { label: "Task", of: null },
  steps: { label: "Steps", of: (row) => row.steps },
  seconds: { label: "Seconds", of: (row) => row.seconds },
  cost: { label: "Cost", of: (row) => row.cost },
  tokens: { label: "Tokens", of: (row) => row.tokens },
  differ: { label: "Disagreement", of: (row) => row.disagreement },
};

LWIndex.DEFAULTS = { q: "", outcome: "", sort: "task", view: "list", model: "0" };
LWIndex.letterOf = (row) => LW.LETTERS[row.outcome] ?? "";

LWIndex.prepare = () => {
  for (const run of LWIndex.runs) {
    run.byId = new Map();
    run.byTask = new Map();
    run.rows.forEach((row, place) => {
      row.place = place;
      row.haystack = [row.id, row.intent, row.intent_en, row.answer, row.reason, row.error, row.type]
        .filter(Boolean).join("\n").normalize("NFC").toLowerCase();
      run.byId.set(row.id, row);
      if (!run.byTask.has(row.task)) run.byTask.set(row.task, []);
      run.byTask.get(row.task).push(row);
    });
  }
};

/* The run whose rows are shown, and the other one. */
LWIndex.run = () => LWIndex.runs[Number(LWIndex.state.model)] ?? LWIndex.runs[0];
LWIndex.otherRun = () => LWIndex.runs[1 - LWIndex.runs.indexOf(LWIndex.run())];

LWIndex.readState = () => {
  const given = LW.hash.read();
  const state = { ...LWIndex.DEFAULTS };
  for (const name of [...Object.keys(LWIndex.DEFAULTS), ...Object.keys(LWIndex.FILTERS)]) {
    if (given[name] !== undefined) state[name] = given[name];
  }
  if (!(state.sort.replace("-", "") in LWIndex.SORTS)) state.sort = LWIndex.DEFAULTS.sort;
  if (!["list", "matrix"].includes(state.view)) state.view = LWIndex.DEFAULTS.view;
  LWIndex.state = state;
};

LWIndex.writeState = () => {
  const values = Object.entries(LWIndex.state).filter(([name, value]) => value !== LWIndex.DEFAULTS[name]);
  LW.hash.write(Object.fromEntries(values));
};

/* Whether the filter of this name lets a row through; "-" stands for an empty value. */
LWIndex.passes = (name, row) => {
  const wanted = LWIndex.state[name];
  return wanted === undefined || LWIndex.FILTERS[name].of(row) === (wanted === "-" ? "" : wanted);
};

/* Every word has to be in the row. */
LWIndex.words = () => LWIndex.state.q.normalize("NFC").toLowerCase().split(/\s+/).filter(Boolean);
LWIndex.hasOutcome = (row) => {
  const wanted = LWIndex.state.outcome;
  return !wanted || wanted.split(",").includes(LWIndex.letterOf(row) || "-");
};

/* Rows that pass all filters; how many would with each outcome and each value of a filter, were it alone changed. */
LWIndex.filtered = () => {
  const names = Object.keys(LWIndex.FILTERS);
  const words = LWIndex.words();
  const counts = { outcome: {}, ...Object.fromEntries(names.map((name) => [name, {}])) };
  const shown = [];
  for (const row of LWIndex.run().rows) {
    if (!words.every((word) => row.haystack.includes(word))) continue;
    const failing = names.filter((name) => !LWIndex.passes(name, row));
    if (!LWIndex.hasOutcome(row)) failing.push("outcome");
    for (const name of names) {
      if (failing.every((one) => one === name)) LWIndex.count(counts[name], LWIndex.FILTERS[name].of(row));
    }
    if (failing.every((one) => one === "outcome")) LWIndex.count(counts.outcome, LWIndex.letterOf(row) || "-");
    if (!failing.length) shown.push(row);
  }
  return { rows: LWIndex.sorted(shown), counts };
};

LWIndex.count = (counts, value) => {
  counts[value] = (counts[value] ?? 0) + 1;
};

LWIndex.sorted = (rows) => {
  const name = LWIndex.state.sort.replace("-", "");
  const sign = LWIndex.state.sort.startsWith("-") ? -1 : 1;
  const { of } = LWIndex.SORTS[name];
  if (!of) return sign > 0 ? rows : [...rows].reverse();
  return [...rows].sort((one, other) => {
    const [a, b] = [of(one), of(other)];
    if (a === null || b === null) return (a === null) - (b === null) || one.place - other.place;
    return (a - b) * sign || one.place - other.place;
  });
};

/* The episode to lay beside one: another language of the task on record, the first that ended otherwise;
   English before others. Null where there is none. */
LWIndex.partner = (row) => {
  if (row.outcome === "missing") return null;
  const others = LWIndex.run().byTask.get(row.task).filter(
    (one) => one.lang !== row.lang && one.outcome !== "missing" && one.repeat === row.repeat,
  );
  const rank = (one) => (one.outcome === row.outcome ? 2 : 0) + (one.lang === "en" ? 0 : 1);
  return others.sort((one, other) => rank(one) - rank(other) || one.place - other.place)[0] ?? null;
};

LWIndex.address = (row, run = LWIndex.run()) => `${run.folder}episodes/${row.page}.html`;

/* Address of two episodes side by side; those of the second run are named so. */
LWIndex.pairAddress = (left, right, leftRun = LWIndex.run(), rightRun = LWIndex.run()) => {
  const named = (row, run) => (run === LWIndex.runs[0] ? "" : "other:") + row.id;
  return `pair.html${LW.hash.text({ "": `${named(left, leftRun)}|${named(right, rightRun)}` })}`;
};

/* What compares one episode with the same of the other run; null where that is not on record. */
LWIndex.counterpart = (row) => {
  const found = LWIndex.otherRun()?.byId.get(row.id);
  return found && found.outcome !== "missing" ? found : null;
};
