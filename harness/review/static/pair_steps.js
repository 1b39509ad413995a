"use strict";

/* Two episodes laid beside each other, step by step: what is aligned is what was done on the same page. */
const LWPair = {};

LWPair.GAP = 2;

/* How far two steps are from each other, 0 to 3: page, then action. Values in queries differ by language, and
   numbers of links do not. */
LWPair.distance = (left, right) => {
  if (left.disruption !== right.disruption) return 3;
  const page = left.path === right.path ? 0 : LWPair.bare(left.path) === LWPair.bare(right.path) ? 0.25 : 2;
  const [verb, other] = [LWPair.verb(left), LWPair.verb(right)];
  return page + (left.action === right.action ? 0 : verb === other ? 0.5 : 1);
};

LWPair.bare = (path) => (path ?? "").split("?")[0];
LWPair.verb = (step) => (step.action ?? "").split(" ")[0];

/* Whether the two did the same on the same page: the languages of what they typed or answered apart. */
LWPair.isAlike = (left, right) => LWPair.distance(left, right) <= 0.75;

/* Pairs of steps in order, null where one side has none (Needleman and Wunsch, 1970). */
LWPair.align = (lefts, rights) => {
  const costs = lefts.concat([null]).map(() => new Array(rights.length + 1).fill(0));
  for (let i = lefts.length; i >= 0; i--) {
    for (let j = rights.length; j >= 0; j--) {
      if (i === lefts.length) costs[i][j] = (rights.length - j) * LWPair.GAP;
      else if (j === rights.length) costs[i][j] = (lefts.length - i) * LWPair.GAP;
      else {
        costs[i][j] = Math.min(
          LWPair.distance(lefts[i], rights[j]) + costs[i + 1][j + 1],
          LWPair.GAP + costs[i + 1][j],
          LWPair.GAP + costs[i][j + 1],
        );
      }
    }
  }
  const pairs = [];
  let [i, j] = [0, 0];
  while (i < lefts.length || j < rights.length) {
    const [left, right] = [lefts[i], rights[j]];
    if (left && right && costs[i][j] === LWPair.distance(left, right) + costs[i + 1][j + 1]) {
      pairs.push([left, right]);
      i++;
      j++;
    } else if (left && costs[i][j] === LWPair.GAP + costs[i + 1][j]) {
      pairs.push([left, null]);
      i++;
    } else {
      pairs.push([null, right]);
      j++;
    }
  }
  return pairs;
};

/* Place of the first pair that is not alike; -1 where all are. */
LWPair.firstDifference = (pairs) => pairs.findIndex(([left, right]) => !left || !right || !LWPair.isAlike(left, right));

/* Everything of one step, one below the other. */
LWPair.stepNode = (side, step) => {
  if (!step) {
    return LW.el("section", { class: "step gap" }, LW.el("p", { class: "quiet" }, side.episode.steps.length ? "No step here." : LWPair.whyNoSteps(side.episode)));
  }
  const language = side.episode;
  const action = step.action ?? "no action in this reply";
  return LW.el(
    "section", { class: `step${step.error ? " failed" : ""}`, "data-step": step.step },
    LW.el(
      "h3", {}, LW.el("a", { href: `${side.page}${LW.hash.text({ step: step.step })}`, title: "This step on the episode's page" }, `${step.step}`), " ",
      LW.el("bdi", { class: "path", dir: "ltr" }, LWPair.readable(step.path) || "no page"),
      step.status !== 200 && LW.el("em", { class: "broken" }, ` HTTP ${step.status}`),
      step.disruption && LW.el("span", { class: "kind disruption" }, step.disruption),
      step.intervention && LW.el("span", { class: "kind disruption" }, step.intervention),
    ),
    LW.el("div", { class: "reply foldable" }, LW.el("span", { class: "quiet" }, "Action "), LW.el("code", { dir: "auto", lang: language.html_lang }, action)),
    step.reply.trim() !== step.action && LW.el("details", {}, LW.el("summary", {}, "Whole reply"), LW.said("pre", step.reply || "The reply was empty.", language, { dir: "auto" })),
    step.error && LW.el("p", { class: "broken" }, "The agent was told: ", LW.said("bdi", step.error, language, { dir: "auto" })),
    LWScreens.figure(step, side.images),
    LW.el("details", { open: !step.screenshot }, LW.el("summary", {}, "What the agent read"), LW.said("pre", step.observation, language, { dir: "auto" })),
    LWPair.rowsNode(step, language),
  );
};

LWPair.whyNoSteps = (episode) =>
  episode.outcome === "error" ? "No step was taken: the episode ended in an error before the first." : "No step was taken.";

LWPair.readable = (path) => {
  try {
    return decodeURIComponent(path ?? "");
  } catch {
    return path;
  }
};

/* Rows that differ from the reset once the step was done. */
LWPair.rowsNode = (step, language) => {
  if (!step.rows?.length) return LW.el("p", { class: "quiet small" }, "No row of the database differed from its start after this step.");
  const line = (row) => {
    const cells = Object.entries(row.after ?? row.before ?? {}).map(([column, value]) => {
      const before = row.kind === "changed" && row.before && row.before[column] !== value ? `${row.before[column]} → ` : "";
      return LW.el("span", { class: "cell" }, LW.el("i", {}, column), " ", LW.said("bdi", `${before}${value ?? "NULL"}`, language, { dir: "auto" }));
    });
    return LW.el("li", { class: row.kind }, LW.el("b", {}, `${row.kind} in ${row.table}`), " ", cells.flatMap((cell) => [cell, " "]));
  };
  return LW.el("details", {}, LW.el("summary", {}, `Rows changed so far: ${step.rows.length}`), LW.el("ul", { class: "rows" }, step.rows.map(line)));
};
