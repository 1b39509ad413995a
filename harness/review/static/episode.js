"use strict";

/* The page of an episode: which step, tab and view are shown, and the keys that change them. The address holds
   the place: #step=3&tab=rows. */
(() => {
  const byId = (id) => document.getElementById(id);
  const page = location.pathname.split("/").pop().replace(/\.html$/, "");
  const episode = Object.values(window.LW_EPISODES ?? {})[0];
  const TABS = [["reply", "Reply"], ["prompt", "Prompt"], ["text", "Page text"], ["rows", "Rows"], ["checks", "Checks"], ["cost", "Time & cost"]];
  const state = { step: 0, tab: "reply", view: "page", marks: true, target: true, zoomed: false, diff: false };
  let shown = null;
  let panels = "";

  if (!episode) {
    byId("told").append(LW.el("p", { class: "failure" }, `The steps of this episode lie in ${page}.js, which is not beside this page: send the whole folder of the run along, or write the pages again with lowagent review.`));
    return;
  }
  const steps = episode.steps;
  const current = () => steps[state.step];
  const set = (changes) => {
    Object.assign(state, changes);
    draw();
  };

  function readPlace() {
    const place = LW.hash.read();
    const wanted = steps.findIndex((step) => step.step === Number(place.step));
    state.step = wanted >= 0 ? wanted : place.step === undefined ? state.step : 0;
    if (TABS.some(([name]) => name === place.tab)) state.tab = place.tab;
    if (place.view in LWScreen.VIEWS) state.view = place.view;
  }

  function writePlace() {
    LW.hash.write({ step: current()?.step ?? "", tab: state.tab, view: state.view === "page" ? "" : state.view });
  }

  function toast(text) {
    byId("toast").textContent = text;
    byId("toast").hidden = false;
    clearTimeout(toast.timer);
    toast.timer = setTimeout(() => (byId("toast").hidden = true), 2600);
  }

  const changesRows = (place) => JSON.stringify(steps[place].rows) !== JSON.stringify(place ? steps[place - 1].rows : []);
  const hasPictures = steps.some((step) => step.screenshot);

  function frame(step, place) {
    const marks = [
      step.error && "failed",
      step.disruption && "disrupted",
      changesRows(place) && "changed",
      step.on_path === false && "off",
    ].filter(Boolean);
    const told = [
      `Step ${step.step}: ${step.action ?? "no action"}`, step.error && `error: ${step.error}`,
      step.disruption && `on a ${step.disruption}`, changesRows(place) && "rows changed", step.on_path === false && "off the reference path",
    ].filter(Boolean).join("; ");
    return LW.el(
      "li", {},
      LW.el(
        "button", { type: "button", class: ["frame", ...marks].join(" "), "data-step": step.step, title: told, "aria-label": told, click: () => set({ step: place }) },
        hasPictures && LW.el("span", { class: "thumb" }, step.screenshot && LW.el("img", { src: `../../${step.screenshot}`, alt: "", loading: "lazy", decoding: "async", error: (event) => event.target.remove() })),
        LW.el("span", { class: "label" }, LW.el("b", {}, String(step.step)), " ", LW.said("bdi", step.action ?? "no action", episode, { dir: "auto" })),
      ),
    );
  }

  function drawStrip() {
    for (const node of byId("strip").querySelectorAll(".frame")) {
      const isAt = Number(node.dataset.step) === current().step;
      node.setAttribute("aria-current", isAt ? "step" : "false");
      if (isAt) {
        const strip = byId("strip");
        strip.scrollLeft += node.getBoundingClientRect().left - strip.getBoundingClientRect().left - strip.clientWidth / 2 + node.offsetWidth / 2;
      }
    }
    const command = byId("replay");
    command.textContent = `${command.dataset.replay} --until ${current().step}`;
  }

  const counts = (step) => ({
    rows: step?.rows.length ? ` ${step.rows.length}` : "",
    checks: episode.checks.length ? ` ${episode.checks.filter((check) => check.passed).length}/${episode.checks.length}` : "",
  });

  function drawTabs() {
    const step = current();
    const count = counts(step);
    const tab = ([name, title], place) =>
      LW.el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "panel", "aria-selected": String(name === state.tab), title: `${title} (${place + 1})`, click: () => set({ tab: name }) }, title, count[name] && LW.el("span", { class: "count" }, count[name]));
    const panel = LW.el("div", { class: "panel", id: "panel", role: "tabpanel", "aria-labelledby": `tab-${state.tab}`, tabindex: 0 });
    const needsStep = state.tab !== "checks";
    const content = needsStep && !step ? [LW.el("p", { class: "quiet" }, noSteps())] : LWTabs[state.tab](episode, step, state, set);
    panel.append(...content.flat(3).filter((node) => node instanceof Node));
    const tabs = LW.el("div", { class: "tabs", role: "tablist" }, TABS.map(tab));
    byId("told").replaceChildren(tabs, panel);
    const chosen = byId(`tab-${state.tab}`);
    tabs.scrollLeft = chosen.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - chosen.offsetWidth) / 2;
    mark(panel);
  }

  function noSteps() {
    return episode.outcome === "error"
      ? `No step is on record: the episode ended in an error before the first was over. ${episode.error ?? ""}`
      : "No step is on record.";
  }

  function drawScreen() {
    byId("screen").hidden = false;
    byId("screen").replaceChildren(...LWScreen.node(episode, current(), state, set));
  }

  function draw() {
    if (steps.length) {
      const screenKey = JSON.stringify([state.step, state.view, state.marks, state.target, state.zoomed]);
      if (screenKey !== shown) {
        drawScreen();
        LWScreen.showMark(byId("screen"), ".mark.target .box");
        shown = screenKey;
      }
      drawStrip();
    }
    const panelKey = JSON.stringify([state.step, state.tab, state.diff]);
    if (panelKey !== panels) drawTabs();
    panels = panelKey;
    writePlace();
  }

  /* Both ways: an entry of the text lights its mark, a mark lights its entries. */
  function followMarks(area) {
    const named = (event) => event.target.closest?.("[data-mark]");
    area.addEventListener("pointerover", (event) => LWText.light(named(event)?.dataset.mark ?? null, event.target));
    area.addEventListener("pointerleave", () => LWText.light(null));
    area.addEventListener("focusin", (event) => named(event) && LWText.light(named(event).dataset.mark, event.target));
    area.addEventListener("click", (event) => {
      const node = named(event);
      if (node?.closest(".stage") && state.tab !== "text") set({ tab: "text" });
      if (node) LWText.light(node.dataset.mark, event.target);
    });
  }

  /* Search: steps that hold the words stay bright, and the words are marked in the panel. */
  const haystack = (step) => [step.observation, step.reply, step.action, step.error, step.url, step.title].join("\n").toLowerCase();
  const query = () => byId("search").value.trim().toLowerCase();

  function search() {
    const hits = query() ? steps.filter((step) => haystack(step).includes(query())).map((step) => step.step) : [];
    for (const node of byId("strip").querySelectorAll(".frame")) node.classList.toggle("pale", Boolean(query()) && !hits.includes(Number(node.dataset.step)));
    byId("hits").textContent = query() ? (hits.length ? `in ${hits.length} of ${steps.length} steps` : "in no step") : "";
    mark(byId("panel"));
    return hits;
  }

  function mark(panel) {
    if (!window.Highlight || !CSS.highlights) return;
    CSS.highlights.delete("found");
    if (!query() || !panel) return;
    const ranges = [];
    const walker = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.data.toLowerCase();
      for (let at = text.indexOf(query()); at >= 0; at = text.indexOf(query(), at + query().length)) {
        const range = new Range();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + query().length);
        ranges.push(range);
      }
    }
    CSS.highlights.set("found", new Highlight(...ranges));
  }

  function nextHit() {
    const hits = search();
    const next = hits.find((number) => number > current().step) ?? hits[0];
    if (next === undefined) return;
    set({ step: steps.findIndex((step) => step.step === next), tab: "text" });
    mark(byId("panel"));
    const found = CSS.highlights?.get("found");
    const first = found && [...found][0];
    if (first) LWText.reveal(byId("panel"), first.startContainer.parentElement);
  }

  const go = (by) => set({ step: Math.min(steps.length - 1, Math.max(0, state.step + by)) });
  const first = (test, none) => {
    const place = steps.findIndex(test);
    if (place < 0) toast(none);
    else set({ step: place });
  };
  const sent = () => {
    const why = LWScreen.whyNothingSent(episode, current());
    if (why && state.view !== "sent") toast(why);
    else view("sent");
  };
  const view = (name) => set({ view: state.view === name ? "page" : name });
  const neighbour = (id) => (byId(id).hidden ? toast(id === "after" ? "This is the last episode of the run." : "This is the first episode of the run.") : byId(id).click());
  const needSteps = (listener) => () => (steps.length ? listener() : toast("No step is on record."));

  function openKeys() {
    const keys = {
      "j ArrowRight ArrowDown": ["next step", needSteps(() => go(1))],
      "k ArrowLeft ArrowUp": ["step before", needSteps(() => go(-1))],
      "Home g": ["first step", needSteps(() => set({ step: 0 }))],
      "End G": ["last step", needSteps(() => set({ step: steps.length - 1 }))],
      J: ["next episode", () => neighbour("after")],
      K: ["episode before", () => neighbour("before")],
      e: ["first error", needSteps(() => first((step) => step.error, "No step has an error."))],
      d: ["first step off the reference path", needSteps(() => first((step) => step.on_path === false, "No step leaves the reference path."))],
      m: ["marks on and off", needSteps(() => set({ marks: !state.marks }))],
      t: ["target of the action on and off", needSteps(() => set({ target: !state.target }))],
      x: ["difference to the page before", needSteps(() => view("difference"))],
      i: ["the image that the model was sent", needSteps(sent)],
      z: ["full size", needSteps(() => set({ zoomed: !state.zoomed }))],
      p: ["prompt: whole, or what differs", needSteps(() => set({ tab: "prompt", diff: state.tab === "prompt" ? !state.diff : state.diff }))],
      "1 2 3 4 5 6": ["tabs", (event) => set({ tab: TABS[Number(event.key) - 1][0] })],
      "/": ["search the steps; Enter goes on", () => byId("search").focus()],
    };
    LW.keys(keys);
  }

  /* What comes before and after, and the same task in other languages, stand in the data of the run. */
  async function readRun() {
    try {
      await LW.load("../run.js");
    } catch {
      byId("place").textContent = "alone: the run's other pages are not beside this one";
      return;
    }
    const rows = window.LW_RUN.rows;
    const there = rows.filter((row) => row.outcome !== "missing");
    const at = there.findIndex((row) => row.id === episode.id);
    byId("place").textContent = `${at + 1} of ${there.length}`;
    for (const [id, row] of [["before", there[at - 1]], ["after", there[at + 1]]]) {
      if (!row) continue;
      byId(id).href = `${row.page}.html`;
      byId(id).hidden = false;
    }
    const others = rows.filter((row) => row.task === episode.task && row.repeat === episode.repeat && row.id !== episode.id);
    if (!others.length) return;
    const names = window.LW_RUN.languages;
    byId("others").replaceChildren(
      LW.el("span", { class: "quiet" }, "Same task:"),
      ...others.map((row) => (row.outcome === "missing" ? LW.el("span", { class: "other quiet" }, `${names[row.lang]?.name ?? row.lang} –`) : LW.el("span", { class: "other" }, LW.el("a", { href: `${row.page}.html` }, names[row.lang]?.name ?? row.lang), " ", LW.badge(row.outcome), " ", LW.el("a", { href: `../pair.html#${episode.id}|${row.id}`, title: "Side by side" }, "⇆")))),
    );
    byId("others").hidden = false;
  }

  function offerCommands() {
    for (const code of document.querySelectorAll(".commands dd > code")) code.after(" ", LW.copyButton(code));
    byId("copies").append(LW.copyButton(byId("rerun"), "Copy: run again"), steps.length ? LW.copyButton(byId("replay"), "Copy: replay to here") : "");
    byId("copies").hidden = false;
  }

  readPlace();
  if (steps.length) {
    byId("reel").hidden = false;
    byId("strip").append(...steps.map(frame));
    new ResizeObserver(() => document.documentElement.style.setProperty("--reel", `${byId("reel").offsetHeight}px`)).observe(byId("reel"));
  }
  LW.fold(document.querySelector(".head"));
  draw();
  offerCommands();
  openKeys();
  followMarks(byId("screen"));
  followMarks(byId("told"));
  byId("search").addEventListener("input", search);
  byId("search").addEventListener("keydown", (event) => event.key === "Enter" && nextHit());
  LW.hash.onChange(() => {
    readPlace();
    draw();
  });
  if (document.readyState === "complete") readRun();
  else addEventListener("load", readRun);
})();
