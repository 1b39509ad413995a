/**
 * What a person does with their own hands on a page, as actions; runs in the isolated world of overlay.js.
 *
 * Clicks on links and submitted forms are stopped before the page acts on them, and told by lowagent.nextAct(): the
 * harness then carries the action out as it does any agent's, so that what is recorded is what was done.
 *
 * Acts: {kind: "click", index}, {kind: "fill", index, values: [[name, value]], is_first_button},
 * {kind: "stop", text}, {kind: "goto", text} (told by the harness), {kind: "back"} (the agent goes on),
 * {kind: "none", text} (what is no action).
 */
(() => {
  const lowagent = (globalThis.lowagent ??= {});
  if (lowagent.setMode) return;
  const BUTTONS = "button:not([type=button]):not([type=reset]), input[type=submit]";
  const NO_FIELD = ["hidden", "submit", "button", "reset", "image", "file"];
  let mode = "off";      // "hold": what a person does is stopped; "hand": it is told, too
  let tell = null;
  const told = [];

  lowagent.setMode = (wanted) => { mode = wanted; told.length = 0; tell = null; };
  lowagent.told = (act) => { if (tell) { const give = tell; tell = null; give(act); } else told.push(act); };
  lowagent.nextAct = () => new Promise((give) => { if (told.length) give(told.shift()); else tell = give; });

  function number(element, selector) {
    return [...document.querySelectorAll(selector)].indexOf(element) + 1;
  }

  function stop(event, act) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (mode === "hand" && act) lowagent.told(act);
  }

  function onClick(event) {
    if (mode === "off" || !(event.target instanceof Element)) return;
    const link = event.target.closest("a[href]");
    if (link) stop(event, { kind: "click", index: number(link, "a[href]") });
  }

  function valueOf(form, control) {
    if (control.type === "checkbox") return control.checked ? "1" : "0";
    if (control.type !== "radio") return control.value;
    const chosen = [...form.elements].find((one) => one.type === "radio" && one.name === control.name && one.checked);
    return chosen ? chosen.value : "";
  }

  function onSubmit(event) {
    if (mode === "off") return;
    const form = event.target;
    const fields = [...form.elements].filter((one) => one.name && !one.disabled
      && one.matches("input, select, textarea") && !NO_FIELD.includes(one.type));
    const first = [...form.elements].find((one) => one.matches(BUTTONS) && !one.matches(":disabled")) ?? null;
    stop(event, {
      kind: "fill",
      index: number(form, "form"),
      values: [...new Map(fields.map((one) => [one.name, valueOf(form, one)]))],
      is_first_button: !event.submitter || event.submitter === first,
    });
  }

  for (const name of ["click", "auxclick"]) document.addEventListener(name, onClick, true);
  document.addEventListener("submit", onSubmit, true);

  /** The part of the panel in which a person ends the task, or gives the controls back. */
  lowagent.controls = ({ can_hand_back: canHandBack }) => {
    const made = document.createElement("div");
    made.className = "hand";
    const answer = document.createElement("input");
    answer.dir = "auto";
    answer.setAttribute("aria-label", "answer");
    answer.placeholder = "answer (empty where the task asks for none)";
    const finish = () => lowagent.told({ kind: "stop", text: answer.value });
    // The page hears nothing of what is typed here.
    for (const name of ["keydown", "keyup", "keypress", "input", "click", "change"]) {
      made.addEventListener(name, (event) => event.stopPropagation());
    }
    answer.addEventListener("keydown", (event) => { if (event.key === "Enter" && !event.isComposing) finish(); });
    const button = (text, className, act) => {
      const one = document.createElement("button");
      one.type = "button";
      one.className = className;
      one.textContent = text;
      one.addEventListener("click", act);
      return one;
    };
    made.append(answer, button("Stop with this answer", "", finish));
    if (canHandBack) made.append(button("Hand back to the agent", "quiet", () => lowagent.told({ kind: "back" })));
    made.append(button("Fold", "quiet", (event) => {
      const folded = event.target.closest(".panel").classList.toggle("folded");
      event.target.textContent = folded ? "Unfold" : "Fold";
    }));
    return made;
  };
})();
