/**
 * What a person sees over a page in a headed browser: marks, the target of the action, a panel with the reply.
 *
 * Runs in an isolated world of its own, and draws into a closed shadow root: scripts of the page can't reach it. The
 * host is one element after the body, out of the flow and deaf to the pointer (but for its panel while a person acts
 * in it). It is there between two looks only.
 *
 * Defines lowagent.show(view), lowagent.hide() and lowagent.isShown(); view is harness.browsers.overlay.View as JSON,
 * boxes as [x0, y0, x1, y1] in CSS px from the top left of the page.
 */
(() => {
  const HOST = "lowagent-overlay";
  const lowagent = (globalThis.lowagent ??= {});
  if (lowagent.show) return;
  let shown = null;   // {host, top, left}: the place to which the page is scrolled back

  function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === "style") made.style.cssText = value; else made.setAttribute(name, value);
    }
    made.append(...children.filter((child) => child !== null));
    return made;
  }

  function placed(className, [x0, y0, x1, y1]) {
    const made = element("div", { class: className });
    Object.assign(made.style, { left: `${x0}px`, top: `${y0}px`, width: `${x1 - x0}px`, height: `${y1 - y0}px` });
    return made;
  }

  function drawMark(mark, isTarget) {
    const outlines = mark.boxes.map((box) => placed(`box ${mark.kind}${isTarget ? " target" : ""}`, box));
    const [x0, y0] = mark.label;
    const label = placed(`label ${mark.kind}${isTarget ? " target" : ""}`, [x0, y0, x0, y0]);
    label.style.width = label.style.height = "";
    label.textContent = mark.id;
    return [...outlines, label];
  }

  function words(className, text, extra = {}) {
    return text ? element("div", { class: className, dir: "auto", ...extra }, text) : null;
  }

  function row(name, content) {
    return content ? element("div", { class: "row" }, element("span", { class: "name" }, name), content) : null;
  }

  function drawPanel(panel, controls) {
    const made = element("div", { class: "panel", dir: "ltr", style: `font-family: 'LW Latin', '${panel.font}', sans-serif` },
      element("div", { class: "head" }, panel.head),
      words("intent", panel.intent, { lang: panel.lang, dir: panel.dir }),
      panel.pictures.length ? element("div", { class: "pictures" },
        ...panel.pictures.map((src) => element("img", { src, alt: "" }))) : null,
      row("reply", words("reply", panel.reply, { lang: panel.lang })),
      row("action", words("action", panel.action)),
      row("target", words("said", panel.target_text, { lang: panel.lang })),
      row("wrong", words("error", panel.error)),
      words("note", panel.note));
    if (controls) made.append(controls);
    return made;
  }

  function inView(box) {
    const middle = (box[1] + box[3]) / 2;
    const room = innerHeight;
    if (middle < scrollY + 40 || middle > scrollY + room - 40) scrollTo(scrollX, Math.max(0, middle - room / 3));
    return middle - scrollY;
  }

  lowagent.isShown = () => shown !== null && shown.host.isConnected;

  lowagent.hide = () => {
    if (shown === null) return;
    shown.host.remove();
    scrollTo(shown.left, shown.top);
    shown = null;
  };

  lowagent.show = (view, controls = null) => {
    lowagent.hide();
    const page = document.documentElement;
    const host = element(HOST);
    host.style.cssText = "all: initial; position: absolute; left: 0; top: 0; z-index: 2147483647; overflow: hidden;"
      + `pointer-events: none; width: ${page.scrollWidth}px; height: ${page.scrollHeight}px;`;
    const root = host.attachShadow({ mode: "closed" });
    const style = new CSSStyleSheet();
    style.replaceSync(view.css);
    root.adoptedStyleSheets = [style];
    shown = { host, left: scrollX, top: scrollY };
    for (const mark of view.marks) root.append(...drawMark(mark, mark.id === view.target));
    const target = view.marks.find((mark) => mark.id === view.target);
    const middle = target ? inView(target.boxes[0]) : innerHeight / 2;
    const panel = drawPanel(view.panel, controls);
    panel.classList.add(middle > innerHeight / 2 ? "above" : "below", view.panel.dir === "rtl" ? "left" : "right");
    root.append(panel);
    page.append(host);
  };
})();
