"use strict";

/* A screenshot with the marks of its step drawn over it as SVG, in the pixels of the image. */
const LWScreens = {};

/* A figure of a step. `prefix` leads from the page to the run's folder. Where there is no screenshot, the
   figure says so. */
LWScreens.figure = (step, prefix, { marks = true } = {}) => {
  if (!step.screenshot) {
    return LW.el("figure", { class: "screen none" }, LW.el("p", { class: "quiet" }, step.no_screenshot ?? "No screenshot of this step is on record."));
  }
  const image = LW.el("img", { src: prefix + step.screenshot, alt: `Screenshot of step ${step.step}`, decoding: "async" });
  const figure = LW.el("figure", { class: "screen" }, image);
  image.addEventListener("error", () => {
    figure.classList.add("none");
    figure.replaceChildren(LW.el("p", { class: "quiet" }, `${step.screenshot} can't be shown: it is damaged, was removed, or was not sent along. What the agent read stands under Page text.`));
  });
  const draw = () => {
    const overlay = LWScreens.overlay(step, image.naturalWidth, image.naturalHeight);
    overlay.toggleAttribute("hidden", !marks);
    figure.append(overlay);
  };
  if (image.complete && image.naturalWidth) draw();
  else image.addEventListener("load", draw, { once: true });
  return figure;
};

/* The marks; the one that the action went to has the class "target". */
LWScreens.overlay = (step, width, height) => {
  const svg = LWScreens.svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "marks", "aria-hidden": "true" });
  for (const mark of step.marks ?? []) {
    const name = (mark.kind === "form" ? "F" : "") + mark.index;
    const isTarget = step.target && step.target[0] === mark.index && step.target[1] === mark.kind;
    const group = LWScreens.svg("g", { class: `mark ${mark.kind}${isTarget ? " target" : ""}`, "data-mark": name });
    for (const [left, top, right, bottom] of mark.boxes) {
      group.append(LWScreens.svg("rect", { class: "box", x: left, y: top, width: right - left, height: bottom - top }));
    }
    const at = mark.label ?? LWScreens.besideBox(mark.boxes[0]);
    if (at) {
      const [left, top, right, bottom] = at;
      group.append(LWScreens.svg("rect", { class: "label", x: left, y: top, width: right - left, height: bottom - top }));
      const text = LWScreens.svg("text", {
        x: (left + right) / 2, y: (top + bottom) / 2, "font-size": (bottom - top) * 0.82,
        "text-anchor": "middle", "dominant-baseline": "central",
      });
      text.textContent = name;
      group.append(text);
    }
    svg.append(group);
  }
  return svg;
};

LWScreens.besideBox = (box) => box && [box[0], box[1] - 16, box[0] + 26, box[1]];

LWScreens.svg = (tag, attributes) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
};
