"use strict";

/* The page that a step was taken on, as a picture: with its marks, against the one before, or as the model was
   sent it. Canvas pixels can't be read from file://, so differences are blended by CSS. */
const LWScreen = {};

LWScreen.VIEWS = { page: "Page", difference: "Difference", sent: "Sent image" };

/* What is shown of a step beside its picture; `state` is {view, marks, target, zoomed}. */
LWScreen.node = (episode, step, state, set) => {
  const before = episode.steps.find((one) => one.step === step.step - 1) ?? null;
  const sent = LWScreen.sentImages(step);
  const stage = LW.el("div", { class: "stage", tabindex: 0, "aria-label": "Picture of the page" });
  if (state.view === "sent") LWScreen.fillSent(stage, episode, step, sent);
  else LWScreen.fillPage(stage, episode, step, before, state);
  stage.classList.toggle("zoomed", state.zoomed);
  const option = (view, key, name, why = null) => LWScreen.toggle(name, key, state.view === view, () => set({ view: state.view === view ? "page" : view }), state.view === view ? null : why);
  const unmarked = state.view !== "page" ? `The view ${LWScreen.VIEWS[state.view]} has no marks.` : step.screenshot ? null : "There is no picture of this page.";
  return [
    LW.el(
      "div", { class: "tools" },
      LWScreen.toggle("Marks", "m", state.marks && !unmarked, () => set({ marks: !state.marks }), unmarked),
      LWScreen.toggle("Target", "t", state.target && !unmarked, () => set({ target: !state.target }), unmarked),
      option("difference", "x", LWScreen.VIEWS.difference),
      option("sent", "i", LWScreen.VIEWS.sent + (sent.length ? ` (${sent.length})` : ""), LWScreen.whyNothingSent(episode, step)),
      LWScreen.toggle("Full size", "z", state.zoomed, () => set({ zoomed: !state.zoomed })),
    ),
    LW.el(
      "div", { class: "address" },
      step.status !== 200 && LW.el("b", { class: "bad" }, `HTTP ${step.status} `),
      LW.el("bdi", { dir: "ltr", class: "code" }, LWText.readable(step.path) || "no page"), " ",
      LW.said("bdi", step.title, episode, { class: "quiet" }),
      step.disruption && LW.el("span", { class: "kind disruption" }, step.disruption),
    ),
    stage,
  ];
};

/* A button that is on or off; `why` tells why it can't be pressed. */
LWScreen.toggle = (name, key, on, listener, why = null) =>
  LW.el("button", { type: "button", "aria-pressed": String(on), title: why ?? `${name} (${key})`, disabled: why !== null, click: listener }, name);

LWScreen.sentImages = (step) => (step.prompt?.messages ?? []).flatMap((message) => message.parts).filter((part) => "image" in part);

LWScreen.fillPage = (stage, episode, step, before, state) => {
  if (state.view === "difference") {
    const why = LWScreen.whyNoDifference(step, before);
    if (why) {
      stage.append(LW.el("p", { class: "none quiet" }, why));
      return;
    }
  }
  if (!step.screenshot) {
    stage.append(LW.el("p", { class: "caption" }, `${step.no_screenshot} What the agent read:`), LWText.node(step.observation, episode));
    return;
  }
  const figure = LWScreens.figure(step, "../../", { marks: true });
  figure.classList.toggle("unmarked", !state.marks || state.view === "difference");
  figure.classList.toggle("untargeted", !state.target);
  if (state.view === "difference") {
    figure.classList.add("difference");
    const older = LW.el("img", { class: "older", src: `../../${before.screenshot}`, alt: `against step ${before.step}`, decoding: "async" });
    older.addEventListener("error", () => stage.replaceChildren(LW.el("p", { class: "none quiet" }, `${before.screenshot} is not beside these pages, so nothing can be compared.`)));
    figure.insertBefore(older, figure.children[1] ?? null);
    stage.append(LW.el("p", { class: "caption quiet" }, `Black is what looks as it did in step ${before.step}; what is bright has changed.`));
  }
  stage.append(figure);
  if (!step.marks.length) stage.append(LW.el("p", { class: "caption quiet" }, "No marks are on record: the page has no visible links or forms."));
};

LWScreen.whyNoDifference = (step, before) => {
  if (!before) return "This is the first step: there is no page before it.";
  if (!step.screenshot) return step.no_screenshot;
  if (!before.screenshot) return `Step ${before.step} has no picture to compare with. ${before.no_screenshot}`;
  if (step.screenshot === before.screenshot) return `The page looks exactly as it did in step ${before.step}.`;
  return null;
};

LWScreen.fillSent = (stage, episode, step, images) => {
  if (!images.length) {
    stage.append(LW.el("p", { class: "none quiet" }, LWScreen.whyNothingSent(episode, step)));
    return;
  }
  images.forEach((part, place) => {
    const what = part.what ?? "an image";
    if (!part.kept) {
      stage.append(LW.el("p", { class: "none quiet" }, `Image ${place + 1} (${what}) is not in the run's folder.`));
      return;
    }
    const image = LW.el("img", { src: `../../${part.image}`, alt: what, decoding: "async" });
    stage.append(LW.el("figure", { class: `sent${what.startsWith("reference") ? " reference" : ""}` }, LW.el("figcaption", { class: "quiet" }, `Image ${place + 1} of ${images.length}, exactly as it was sent: `, LW.el("bdi", {}, what)), image));
  });
};

/* Null where the model was sent images. */
LWScreen.whyNothingSent = (episode, step) => {
  if (LWScreen.sentImages(step).length) return null;
  if (!episode.has_model) return "No model is behind this agent, so nothing was sent.";
  if (!step.prompt) return "No prompt of this step is on record: the model was not asked, or did not answer.";
  return "This prompt held no images: the model read the page as text (--obs som shows it the marked picture).";
};

/* Moves the picture so that the action's target, or a mark, is in sight. */
LWScreen.showMark = (screen, selector) => {
  const stage = screen.querySelector(".stage");
  const image = stage?.querySelector(".screen > img");
  if (!image) return;
  const move = () => {
    const node = stage.querySelector(selector);
    if (node) LWText.reveal(stage, node);
  };
  if (image.complete && image.naturalWidth) move();
  else image.addEventListener("load", () => requestAnimationFrame(move), { once: true });
};
