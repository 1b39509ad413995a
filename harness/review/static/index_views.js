"use strict";

/* The two views of the index: rows of episodes, and tasks by languages. Nodes of rows are made once, when they
   are first shown; the browser lays out only those that are seen (content-visibility). */
LWIndex.language = (code) => LW_RUN.languages[code] ?? { name: code, html_lang: code, dir: "auto" };

LWIndex.node = (row) => (row.node ??= LWIndex.makeRow(row));

LWIndex.makeRow = (row) => {
  const isMissing = row.outcome === "missing";
  const name = isMissing
    ? LW.el("span", { class: "id" }, row.id)
    : LW.el("a", { class: "id", href: LWIndex.address(row) }, row.id);
  return LW.el(
    "li", { class: `row${isMissing ? " missing" : ""}`, "data-id": row.id },
    LW.badge(row.outcome),
    LW.el("div", { class: "what" }, name, LW.el("small", {}, [LWIndex.language(row.lang).name, row.kind === "visual" && "visual", row.type].filter(Boolean).join(" · "))),
    LW.el("div", { class: "sentences" }, LWIndex.sentences(row)),
    LW.el("div", { class: "reason" }, row.reason || (isMissing ? LWIndex.whyMissing(row) : ""), row.interventions > 0 && LW.el("small", {}, ` a person stepped in (${row.interventions} steps)`)),
    LWIndex.figure("steps", row.steps, (steps) => `${steps}`, `of ${row.budget}`),
    LWIndex.figure("seconds", row.seconds, (seconds) => seconds.toFixed(1)),
    LWIndex.figure("cost", row.cost, (cost) => (cost ? `$${cost.toFixed(4)}` : "$0.00")),
    LWIndex.figure("differ", row.disagreement, LWIndex.shareText, "of the pairs of its languages ended differently"),
    LW.el("div", { class: "beside" }, LWIndex.besideLinks(row)),
  );
};

LWIndex.shareText = (share) => (share === null ? "–" : `${Math.round(share * 100)} %`);

LWIndex.whyMissing = (row) =>
  row.loose_steps.length ? `not on record, but ${row.loose_steps.length} of its steps are` : "not on record";

LWIndex.figure = (name, value, text, title = null) =>
  LW.el("div", { class: `n ${name}`, title: value === null ? null : title, "data-name": LWIndex.SORTS[name].label }, value === null ? "" : text(value));

LWIndex.sentences = (row) => {
  const language = LWIndex.language(row.intent_lang);
  const parts = [];
  if (row.intent) parts.push(LW.said("p", row.intent, language, { class: "sentence" }));
  if (row.intent_en && row.intent_lang !== "en") parts.push(LW.el("p", { class: "english", lang: "en", dir: "ltr" }, row.intent_en));
  if (row.pictures.length) {
    const folder = LWIndex.run().run_folder;
    parts.push(LW.el("p", { class: "thumbs" }, row.pictures.map((path, at) => LW.el("img", { src: folder + path, alt: `Picture ${at + 1}`, loading: "lazy" }))));
  }
  if (row.answer || (row.answer === "" && row.type !== "state")) {
    const answer = row.answer ? LW.said("bdi", row.answer, LWIndex.language(row.lang), { dir: "auto" }) : LW.el("em", {}, "empty");
    parts.push(LW.el("p", { class: "answer" }, LW.el("span", { class: "quiet" }, "answer "), answer));
  }
  if (row.loose_steps.length) parts.push(LWIndex.looseSteps(row));
  if (row.error) parts.push(LW.el("p", { class: "broken" }, row.error));
  return parts;
};

/* What there is of an episode whose writer was killed. */
LWIndex.looseSteps = (row) => {
  const line = (step) => LW.el("li", { value: step.step }, LW.el("bdi", { dir: "ltr", class: "code" }, step.path), " ", LW.said("code", step.action ?? "no action", LWIndex.language(row.lang), { dir: "auto" }), step.error && LW.el("span", { class: "broken" }, ` ${step.error}`));
  return LW.el("details", {}, LW.el("summary", {}, "Its steps"), LW.el("ol", {}, row.loose_steps.map(line)));
};

LWIndex.besideLinks = (row) => {
  const links = [];
  const partner = LWIndex.partner(row);
  if (partner) {
    links.push(LW.el("a", { class: "pair", href: LWIndex.pairAddress(row, partner), title: `Side by side with ${LWIndex.language(partner.lang).name} (${partner.outcome})` }, "⇄ ", LWIndex.language(partner.lang).name));
  }
  const same = row.outcome !== "missing" && LWIndex.counterpart(row);
  if (same) {
    links.push(LW.el("a", { class: "pair", href: LWIndex.pairAddress(row, same, LWIndex.run(), LWIndex.otherRun()), title: `Side by side with ${LWIndex.otherRun().name} (${same.outcome})` }, "⇄ other run ", LW.badge(same.outcome)));
  }
  return links;
};

LWIndex.showList = (rows) => {
  document.getElementById("rows").replaceChildren(...rows.map(LWIndex.node));
};

/* Tasks by languages. Letters are of the run that is shown; what the filters leave out is pale. Rows are made once. */
LWIndex.showMatrix = (rows) => {
  const shown = new Set(rows);
  const run = LWIndex.run();
  const langs = Object.keys(LW_RUN.languages).filter((code) => run.rows.some((row) => row.lang === code));
  run.tasks ??= new Map();
  const body = [...new Set(rows.map((row) => row.task))].map((task) => {
    if (!run.tasks.has(task)) run.tasks.set(task, LWIndex.matrixRow(task, langs));
    for (const row of run.byTask.get(task)) row.cell.classList.toggle("pale", !shown.has(row));
    return run.tasks.get(task);
  });
  const repeats = Math.max(...run.rows.map((row) => row.repeat));
  const style = `--langs: ${langs.length}; --letters: ${repeats}`;
  run.matrix ??= LW.el("div", { class: "matrix", role: "table", style }, LWIndex.matrixHead(langs), LW.el("div", { role: "rowgroup" }));
  run.matrix.lastChild.replaceChildren(...body);
  const other = LWIndex.otherRun();
  const small = other && LW.el("p", { class: "quiet small-letter" }, "The small letter is how the same episode ended in the other run, ", LW.el("bdi", {}, other.name), ".");
  document.getElementById("matrix").replaceChildren(...[small, run.matrix].filter(Boolean));
};

LWIndex.matrixHead = (langs) => {
  const cell = (content, name = null) => LW.el("div", { role: "columnheader", class: name }, content);
  return LW.el("div", { class: "task head", role: "row" }, cell("Task"), langs.map((code) => cell(LWIndex.language(code).name, "lang")), cell("Differ", "n"), cell("Side by side"));
};

LWIndex.matrixRow = (task, langs) => {
  const rows = LWIndex.run().byTask.get(task);
  const first = rows.find((row) => row.intent_en || row.intent) ?? rows[0];
  const intent = first.intent_en
    ? LW.el("p", { class: "english", lang: "en", dir: "ltr" }, first.intent_en)
    : LW.said("p", first.intent, LWIndex.language(first.intent_lang), { class: "sentence" });
  const differ = first.disagreement;
  const ranked = [...rows].filter((row) => row.outcome !== "missing").sort((one, other) => (one.outcome === "solved") - (other.outcome === "solved") || one.place - other.place);
  const pair = ranked.map((row) => [row, LWIndex.partner(row)]).find(([, partner]) => partner);
  return LW.el(
    "div", { class: "task", role: "row", "data-task": task },
    LW.el("div", { class: "what", role: "rowheader" }, LW.el("span", { class: "id" }, task), intent),
    langs.map((code) => LW.el("div", { class: "cell", role: "cell" }, rows.filter((row) => row.lang === code).map(LWIndex.cell))),
    LW.el("div", { class: "n", role: "cell" }, LWIndex.shareText(differ)),
    LW.el("div", { class: "beside", role: "cell" }, pair && LW.el("a", { class: "pair", href: LWIndex.pairAddress(...pair), title: pair.map((row) => row.id).join(" and ") }, `⇄ ${pair.map((row) => LWIndex.language(row.lang).name).join(" · ")}`)),
  );
};

LWIndex.cell = (row) => {
  const badge = (row.cell = LW.badge(row.outcome));
  badge.title = [row.id, badge.title, row.reason].filter(Boolean).join(": ");
  const same = LWIndex.otherRun()?.byId.get(row.id);
  if (same) badge.append(LW.el("sub", { title: `${LWIndex.otherRun().name}: ${same.outcome}` }, LWIndex.letterOf(same) || "–"));
  return row.outcome === "missing" ? badge : LW.el("a", { href: LWIndex.address(row) }, badge);
};
