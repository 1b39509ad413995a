"use strict";

/* What differs between two texts, line by line: the longest common subsequence after equal ends are cut off. */
const LWDiff = {};

LWDiff.CONTEXT = 2;
LWDiff.MOST_CELLS = 4_000_000;

/* [[sign, line]] in order; sign " " both, "-" only before, "+" only after. */
LWDiff.lines = (before, after) => {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const same = (lines) => lines.map((line) => [" ", line]);
  return [
    ...same(before.slice(0, start)),
    ...LWDiff.middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ];
};

LWDiff.middle = (before, after) => {
  const [rows, columns] = [before.length, after.length];
  const marked = (sign, lines) => lines.map((line) => [sign, line]);
  if (!rows || !columns || rows * columns > LWDiff.MOST_CELLS) return [...marked("-", before), ...marked("+", after)];
  const width = columns + 1;
  const length = new Uint32Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      length[row * width + column] =
        before[row] === after[column]
          ? length[(row + 1) * width + column + 1] + 1
          : Math.max(length[(row + 1) * width + column], length[row * width + column + 1]);
    }
  }
  const found = [];
  let [row, column] = [0, 0];
  while (row < rows && column < columns) {
    if (before[row] === after[column]) {
      found.push([" ", before[row++]]);
      column++;
    } else if (length[(row + 1) * width + column] >= length[row * width + column + 1]) found.push(["-", before[row++]]);
    else found.push(["+", after[column++]]);
  }
  return [...found, ...marked("-", before.slice(row)), ...marked("+", after.slice(column))];
};

/* Elements: lines that differ with some around them; longer runs of equal lines are folded. */
LWDiff.node = (before, after, language) => {
  const lines = LWDiff.lines(before, after);
  if (!lines.some(([sign]) => sign !== " ")) return LW.el("p", { class: "quiet" }, "The two prompts are the same, word for word.");
  const near = new Uint8Array(lines.length);
  lines.forEach(([sign], place) => {
    if (sign !== " ") near.fill(1, Math.max(0, place - LWDiff.CONTEXT), place + LWDiff.CONTEXT + 1);
  });
  const children = [];
  for (let place = 0; place < lines.length; place++) {
    if (near[place]) {
      children.push(LWDiff.line(lines[place], language));
      continue;
    }
    const first = place;
    while (place + 1 < lines.length && !near[place + 1]) place++;
    const folded = lines.slice(first, place + 1);
    children.push(LW.el("details", { class: "folded" }, LW.el("summary", {}, `${folded.length} equal line${folded.length === 1 ? "" : "s"}`), folded.map((one) => LWDiff.line(one, language))));
  }
  return LW.el("div", { class: "diff" }, children);
};

LWDiff.NAMES = { " ": "same", "-": "gone", "+": "new" };

LWDiff.line = ([sign, line], language) =>
  LW.el("p", { class: LWDiff.NAMES[sign] }, LW.el("span", { class: "sign", "aria-label": LWDiff.NAMES[sign] }, sign), LW.said("span", line || "\u00a0", language, { dir: "auto" }));
