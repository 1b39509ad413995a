"use strict";

/* The controls of the index: filters, search, sorting, views, and keys. */
LWIndex.$ = (id) => document.getElementById(id);
LWIndex.shown = [];
LWIndex.at = -1;

LWIndex.set = (changes) => {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete LWIndex.state[name];
    else LWIndex.state[name] = value;
  }
  LWIndex.writeState();
  LWIndex.show();
};

LWIndex.show = () => {
  const { rows, counts } = LWIndex.filtered();
  const { state, $ } = LWIndex;
  LWIndex.shown = rows;
  LWIndex.at = -1;
  $("list").hidden = state.view !== "list" || !rows.length;
  $("matrix").hidden = state.view !== "matrix" || !rows.length;
  if (state.view === "list") LWIndex.showList(rows);
  else LWIndex.showMatrix(rows);
  LWIndex.showControls(rows, counts);
};

LWIndex.showControls = (rows, counts) => {
  const { state, $ } = LWIndex;
  const all = LWIndex.run().rows;
  $("count").textContent = `${rows.length === all.length ? "" : `${rows.length} of `}${all.length} episode${all.length === 1 ? "" : "s"}`;
  $("nothing").hidden = rows.length > 0;
  $("nothing").textContent = all.length ? "No episode passes these filters." : "The run is to hold no episodes.";
  $("clear").hidden = !LWIndex.isFiltered();
  if ($("q").value !== state.q) $("q").value = state.q;
  LWIndex.showOutcomes(counts.outcome);
  for (const [name, select] of Object.entries(LWIndex.selects)) LWIndex.showSelect(name, select, counts[name]);
  for (const button of document.querySelectorAll("[data-view]")) button.setAttribute("aria-pressed", button.dataset.view === state.view);
  for (const button of document.querySelectorAll("[data-sort]")) {
    const isOn = state.sort.replace("-", "") === button.dataset.sort;
    button.dataset.direction = isOn ? (state.sort.startsWith("-") ? "down" : "up") : "";
  }
  for (const name of ["model", "sort"]) document.querySelector(`select[name=${name}]`).value = state[name];
};

LWIndex.isFiltered = () =>
  Boolean(LWIndex.state.q || LWIndex.state.outcome) || Object.keys(LWIndex.FILTERS).some((name) => LWIndex.state[name] !== undefined);

/* A button an outcome, as wide as its share. */
LWIndex.showOutcomes = (counts) => {
  const chosen = LWIndex.state.outcome ? LWIndex.state.outcome.split(",") : [];
  for (const button of LWIndex.$("outcomes").children) {
    const letter = button.dataset.outcome;
    button.querySelector("b").textContent = counts[letter] ?? 0;
    button.setAttribute("aria-pressed", chosen.includes(letter));
    button.hidden = !LWIndex.totals[letter];
    button.style.flexGrow = counts[letter] ?? 0;
  }
};

LWIndex.showSelect = (name, select, counts) => {
  for (const option of select.options) {
    if (option.dataset.label) option.textContent = `${option.dataset.label} (${counts[option.value === "-" ? "" : option.value] ?? 0})`;
  }
  select.value = LWIndex.state[name] ?? "*";
  select.classList.toggle("on", select.value !== "*");
};

LWIndex.makeControls = () => {
  const { $ } = LWIndex;
  LWIndex.totals = {};
  for (const run of LWIndex.runs) for (const row of run.rows) LWIndex.count(LWIndex.totals, LWIndex.letterOf(row) || "-");
  $("outcomes").append(...["S", "U", "L", "E", "-"].map(LWIndex.outcomeButton));
  LWIndex.selects = {};
  for (const [name, filter] of Object.entries(LWIndex.FILTERS)) {
    if (name === "compared" && !LW_RUN.against) continue;
    const values = [...new Set(LWIndex.runs.flatMap((run) => run.rows.map(filter.of)))].sort();
    LWIndex.addSelect(name, filter.label, [["*", "all"], ...values.map((value) => [value === "" ? "-" : value, filter.text ? filter.text(value) : value])]);
  }
  const models = LWIndex.runs.map((run, at) => [`${at}`, LWIndex.runs.length > 1 ? `${run.model} (${run.name})` : run.model]);
  $("selects").append(LWIndex.labelled("Model", LWIndex.makeSelect(models, (value) => LWIndex.set({ model: value }), "model")));
  const sorts = Object.entries(LWIndex.SORTS).flatMap(([name, { label, of }]) => (of ? [[`-${name}`, `${label}, most first`], [name, `${label}, least first`]] : [[name, label]]));
  $("selects").append(LWIndex.labelled("Sort", LWIndex.makeSelect(sorts, (value) => LWIndex.set({ sort: value }), "sort")));
  const heads = ["", "task", "Sentence", "Reason", "steps", "seconds", "cost", "differ", "Side by side"];
  $("heads").append(...heads.map((name) => (name in LWIndex.SORTS ? LWIndex.sortButton(name) : LW.el("span", {}, name))));
};

LWIndex.outcomeButton = (letter) => {
  const [name, words] = LW.OUTCOMES[letter === "-" ? "" : letter];
  const toggle = () => {
    const chosen = new Set(LWIndex.state.outcome ? LWIndex.state.outcome.split(",") : []);
    if (!chosen.delete(letter)) chosen.add(letter);
    LWIndex.set({ outcome: [...chosen].join(",") });
  };
  return LW.el("button", { type: "button", class: `outcome ${name}`, "data-outcome": letter, title: words, click: toggle }, letter === "-" ? "–" : letter, " ", LW.el("b", {}, ""), LW.el("span", { class: "word" }, ` ${name}`));
};

LWIndex.sortButton = (name) => {
  const turn = () => LWIndex.set({ sort: LWIndex.state.sort === `-${name}` ? name : name === "task" && LWIndex.state.sort !== "task" ? "task" : `-${name}` });
  return LW.el("button", { type: "button", "data-sort": name, click: turn }, LWIndex.SORTS[name].label);
};

LWIndex.addSelect = (name, label, options) => {
  const select = LWIndex.makeSelect(options, (value) => LWIndex.set({ [name]: value === "*" ? null : value }), name);
  for (const option of [...select.options].slice(1)) option.dataset.label = option.textContent;
  LWIndex.selects[name] = select;
  LWIndex.$("selects").append(LWIndex.labelled(label, select));
};

LWIndex.makeSelect = (options, listener, name) => {
  const select = LW.el("select", { name, change: () => listener(select.value) }, options.map(([value, text]) => LW.el("option", { value }, text)));
  return select;
};

LWIndex.labelled = (label, select) => LW.el("label", {}, LW.el("span", {}, label), select);

/* The row that keys move: its link has the focus. */
LWIndex.move = (by) => {
  const rows = LWIndex.shown;
  if (!rows.length || LWIndex.state.view !== "list") return;
  LWIndex.at = Math.min(Math.max(LWIndex.at + by, 0), rows.length - 1);
  const node = LWIndex.node(rows[LWIndex.at]);
  for (const one of document.querySelectorAll(".row.at")) one.classList.remove("at");
  node.classList.add("at");
  node.scrollIntoView({ block: "nearest" });
  node.querySelector("a.id")?.focus({ preventScroll: true });
};

LWIndex.open = (selector) => {
  const row = LWIndex.shown[LWIndex.at];
  const link = row && LWIndex.node(row).querySelector(selector);
  if (link) link.click();
};

LWIndex.begin = () => {
  const { $ } = LWIndex;
  LWIndex.prepare();
  LWIndex.readState();
  LWIndex.makeControls();
  const again = () => {
    LWIndex.readState();
    LWIndex.show();
  };
  $("q").addEventListener("input", () => LWIndex.set({ q: $("q").value }));
  $("filters").addEventListener("submit", (event) => event.preventDefault());
  $("clear").addEventListener("click", LWIndex.clear);
  for (const button of document.querySelectorAll("[data-view]")) button.addEventListener("click", () => LWIndex.set({ view: button.dataset.view }));
  $("rows").addEventListener("click", LWIndex.openRow);
  LW.hash.onChange(again);
  LW.keys({
    "j ArrowDown": ["next episode", () => LWIndex.move(1)],
    "k ArrowUp": ["previous episode", () => LWIndex.move(-1)],
    "Enter o": ["open the episode", () => LWIndex.open("a.id")],
    p: ["lay it beside another language", () => LWIndex.open("a.pair")],
    "/": ["search", () => $("q").focus()],
    v: ["list or matrix", () => LWIndex.set({ view: LWIndex.state.view === "list" ? "matrix" : "list" })],
    x: ["clear all filters", LWIndex.clear],
  });
  again();
  document.documentElement.dataset.ready = "yes";
};

LWIndex.clear = () => {
  const cleared = Object.fromEntries(Object.keys(LWIndex.FILTERS).map((name) => [name, null]));
  LWIndex.set({ ...cleared, q: "", outcome: "" });
};

/* A click beside the links of a row opens it too, unless a text was being selected. */
LWIndex.openRow = (event) => {
  if (event.target.closest("a, details") || String(getSelection())) return;
  event.target.closest(".row")?.querySelector("a.id")?.click();
};

LWIndex.begin();
