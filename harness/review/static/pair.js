"use strict";

/* Two episodes side by side: `#ministore-017-ur|ministore-017-en`, `other:` before one of the run that this
   one is compared with, and `step=` for the place. */
LWPair.$ = (id) => document.getElementById(id);
LWPair.OTHER = "other:";
LWPair.sides = [];
LWPair.pairs = [];
LWPair.at = 0;

LWPair.language = (row) => LW_RUN.languages[row.lang] ?? { name: row.lang, html_lang: row.lang, dir: "auto" };

/* Where an episode of this name lies: its row, its page, and the way from here to its run's images. */
LWPair.find = (name) => {
  const isOther = name.startsWith(LWPair.OTHER);
  const against = LW_RUN.against;
  if (isOther && !against) throw LWPair.notCompared(name);
  const run = isOther ? against : LW_RUN;
  const id = isOther ? name.slice(LWPair.OTHER.length) : name;
  const row = run.rows.find((one) => one.id === id);
  if (!row) throw new Error(`${run.name} holds no episode ${id}`);
  if (row.outcome === "missing") throw new Error(`${id} is not on record in ${run.name}: the run has not come to it, or was cut off`);
  const folder = isOther ? against.folder : "";
  return { name, row, run, isOther, page: `${folder}episodes/${row.page}.html`, data: `${folder}episodes/${row.page}.js`, images: isOther ? `../${against.run_folder}` : "../" };
};

/* The pages were written again without the comparison that the address is of. */
LWPair.notCompared = (name) =>
  new Error(
    `This address is of two runs: it names ${name.slice(LWPair.OTHER.length)} of a second one, but the pages of ${LW_RUN.name} were last written without it.` +
      ` To have the comparison back, and then load this page again: ${LW_RUN.compare_again ?? `lowagent review ${LW_RUN.name} --against OTHER-RUN`}`,
  );

/* Its data. Both runs name their episodes alike, so what was read is taken out at once. */
LWPair.load = async (side) => {
  await LW.load(side.data);
  const episode = window.LW_EPISODES?.[side.row.id];
  if (!episode) throw new Error(`${side.data} holds no ${side.row.id}`);
  delete window.LW_EPISODES[side.row.id];
  return { ...side, episode };
};

LWPair.names = () => {
  const names = (LW.hash.read()[""] ?? "").split("|").filter(Boolean);
  if (names.length === 2) return names;
  throw new Error("The address names no two episodes, as in pair.html#ministore-017-ur|ministore-017-en: choose them from the list or the matrix.");
};

LWPair.open = async () => {
  const { $ } = LWPair;
  try {
    const chosen = LWPair.names();
    if (chosen.join("|") !== LWPair.sides.map((side) => side.name).join("|")) {
      LWPair.sides = [];
      for (const side of chosen.map(LWPair.find)) LWPair.sides.push(await LWPair.load(side));
      LWPair.pairs = LWPair.align(...LWPair.sides.map((side) => side.episode.steps));
      LWPair.showHeads();
      LWPair.showStrip();
    }
    LWPair.go(LWPair.placeInAddress());
    $("trouble").hidden = true;
  } catch (error) {
    LWPair.sides = [];
    for (const id of ["sides", "strip", "steps", "what"]) $(id).replaceChildren();
    $("strip").hidden = $("verdict").hidden = true;
    $("trouble").hidden = false;
    $("trouble").textContent = error.message;
  }
  document.documentElement.dataset.ready = "yes";
};

/* `step` is the number of a place, from 1. */
LWPair.placeInAddress = () => Math.max(0, Number.parseInt(LW.hash.read().step ?? "1", 10) - 1) || 0;

LWPair.go = (place) => {
  if (!LWPair.pairs.length) {
    LWPair.$("steps").replaceChildren(...LWPair.sides.map((side) => LWPair.stepNode(side, null)));
    return;
  }
  LWPair.at = Math.min(Math.max(place, 0), LWPair.pairs.length - 1);
  LW.hash.write({ "": LWPair.sides.map((side) => side.name).join("|"), step: LWPair.at + 1 });
  const pair = LWPair.pairs[LWPair.at];
  LWPair.$("steps").replaceChildren(...LWPair.sides.map((side, at) => LWPair.stepNode(side, pair[at])));
  LW.fold(LWPair.$("steps"));
  for (const button of document.querySelectorAll("#strip [data-place]")) {
    const isHere = Number(button.dataset.place) === LWPair.at;
    button.setAttribute("aria-current", isHere ? "step" : "false");
    if (isHere) LWPair.reveal(button);
  }
};

/* Scroll the strip, and nothing else, so that a button is seen. */
LWPair.reveal = (button) => {
  const strip = LWPair.$("strip");
  const [outer, inner] = [strip.getBoundingClientRect(), button.getBoundingClientRect()];
  if (inner.left < outer.left || inner.right > outer.right) strip.scrollLeft += inner.left - outer.left - outer.width / 2;
};

LWPair.showHeads = () => {
  const { $ } = LWPair;
  const [left, right] = LWPair.sides;
  $("what").textContent = left.row.task === right.row.task ? left.row.task : `${left.row.task} and ${right.row.task}`;
  $("sides").replaceChildren(...LWPair.sides.map(LWPair.head));
  LW.fold($("sides"));
  const first = LWPair.firstDifference(LWPair.pairs);
  $("verdict").hidden = !LWPair.pairs.length;
  $("verdict").replaceChildren(
    first < 0
      ? "Both did the same on the same pages."
      : LW.el("button", { type: "button", click: () => LWPair.go(first) }, `First difference: place ${first + 1} of ${LWPair.pairs.length}`),
  );
};

LWPair.head = (side, at) => {
  const { row, episode } = side;
  const english = episode.intent_en && row.intent_lang !== "en" && LW.el("p", { class: "english", lang: "en", dir: "ltr" }, episode.intent_en);
  const answer = episode.answer === null
    ? LW.el("p", { class: "quiet" }, "It did not stop with an answer.")
    : LW.el("p", { class: "foldable" }, LW.el("span", { class: "quiet" }, "answer "), episode.answer ? LW.said("bdi", episode.answer, episode, { dir: "auto", class: "answer" }) : "empty");
  return LW.el(
    "section", { class: "side" },
    LW.el("h2", {}, LW.badge(row.outcome), " ", LW.el("a", { href: side.page }, row.id), " ", LWPair.chooser(side, at)),
    side.isOther && LW.el("p", { class: "quiet" }, `of ${side.run.name} (${side.run.model})`),
    row.reason && LW.el("p", { class: "reason" }, row.reason),
    LW.said("p", episode.intent, LW_RUN.languages[row.intent_lang] ?? episode, { class: "sentence" }),
    english,
    answer,
    row.error && LW.el("p", { class: "broken foldable" }, row.error),
    LW.el("p", { class: "quiet small" }, `${row.steps} of ${row.budget} steps · ${row.seconds} s · $${(row.cost ?? 0).toFixed(4)}`),
  );
};

/* Other languages and repeats of the task, and of the other run, to lay here instead. */
LWPair.chooser = (side, at) => {
  const runs = [["", LW_RUN], ...(LW_RUN.against ? [[LWPair.OTHER, LW_RUN.against]] : [])];
  const options = runs.flatMap(([prefix, run]) =>
    run.rows
      .filter((row) => row.task === side.row.task && row.outcome !== "missing")
      .map((row) => [prefix + row.id, `${LWPair.language(row).name}${row.repeat > 1 ? ` ~${row.repeat}` : ""}: ${row.outcome}${prefix ? `, ${run.name}` : ""}`]),
  );
  const select = LW.el("select", { "aria-label": `Episode ${at === 0 ? "on the left" : "on the right"}` }, options.map(([value, text]) => LW.el("option", { value }, text)));
  select.value = side.name;
  select.addEventListener("change", () => {
    const names = LWPair.sides.map((one) => one.name);
    names[at] = select.value;
    location.hash = LW.hash.text({ "": names.join("|") });
  });
  return select;
};

/* A column a place: the steps of both, one above the other; a line where they part. */
LWPair.showStrip = () => {
  const first = LWPair.firstDifference(LWPair.pairs);
  const labels = LW.el("div", { class: "labels" }, LWPair.sides.map((side) => LW.el("span", {}, side.row.lang)));
  const columns = LWPair.pairs.map((pair, place) => {
    const alike = pair[0] && pair[1] && LWPair.isAlike(...pair);
    return LW.el(
      "button", { type: "button", "data-place": place, class: `place${alike ? "" : " unlike"}${place === first ? " first" : ""}`, click: () => LWPair.go(place) },
      pair.map((step) => LW.el("span", { class: `chip${step ? (step.error ? " failed" : "") : " none"}${step?.disruption ? " disrupted" : ""}` }, step ? LW.el("b", {}, `${step.step}`) : "", step ? LW.el("bdi", { dir: "ltr" }, ` ${LWPair.verb(step) || "–"}`) : "–")),
    );
  });
  LWPair.$("strip").hidden = !columns.length;
  LWPair.$("strip").replaceChildren(labels, ...columns);
};

LW.hash.onChange(LWPair.open);
LW.keys({
  "j ArrowRight": ["next place", () => LWPair.go(LWPair.at + 1)],
  "k ArrowLeft": ["previous place", () => LWPair.go(LWPair.at - 1)],
  d: ["first difference", () => LWPair.go(Math.max(0, LWPair.firstDifference(LWPair.pairs)))],
  e: ["first error", () => LWPair.go(Math.max(0, LWPair.pairs.findIndex((pair) => pair.some((step) => step?.error))))],
  s: ["swap sides", () => { location.hash = LW.hash.text({ "": LWPair.sides.map((side) => side.name).reverse().join("|"), step: LWPair.at + 1 }); }],
  m: ["marks on or off", () => document.documentElement.classList.toggle("no-marks")],
  i: ["back to the index", () => { location.href = "index.html"; }],
});
LWPair.open();
