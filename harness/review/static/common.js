"use strict";

/* What all review pages share. Everything works from file://: no fetch but where a page is served.
   Texts of the run are only ever set as text, never as HTML. */
const LW = {};

LW.OUTCOMES = {
  S: ["solved", "solved"],
  U: ["unsolved", "not solved"],
  L: ["limit", "a limit was reached"],
  E: ["error", "no verdict: the episode broke off"],
  "": ["missing", "not on record"],
};
LW.LETTERS = Object.fromEntries(Object.entries(LW.OUTCOMES).map(([letter, [name]]) => [name, letter]));

/* An element. Attributes that are functions are listeners, those that are null or false are left out;
   children are elements, or texts. */
LW.el = (tag, attributes = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.replace(/^on/, ""), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
};

/* A text of the run in its language: with lang and dir, set apart from what stands around it. */
LW.said = (tag, text, language, attributes = {}) =>
  LW.el(tag, { lang: language.html_lang, dir: language.dir, ...attributes }, text);

/* Outcome as colour and letter; `name` is that of the record, "missing" for none. */
LW.badge = (name, { word = false } = {}) => {
  const letter = LW.LETTERS[name] ?? "";
  const title = LW.OUTCOMES[letter][1];
  return LW.el("span", { class: `outcome ${name}`, title, "aria-label": title }, (letter || "–") + (word ? ` ${title}` : ""));
};

/* A button that copies what an element says when it is pressed. */
LW.copyButton = (node, name = "Copy") => {
  const button = LW.el("button", { type: "button", class: "copy", title: "Copy the command" }, name);
  button.addEventListener("click", async () => {
    button.textContent = (await LW.copy(node.textContent)) ? "Copied" : "Press Ctrl-C";
    setTimeout(() => (button.textContent = name), 2000);
  });
  return button;
};

LW.copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = LW.el("textarea", { class: "clipboard" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
};

/* Long texts of the run (class "foldable"), cut after whole lines, with a button that shows all. They have to stand
   on the page already: whether one is long depends on its width. */
LW.fold = (root) => {
  for (const node of root.querySelectorAll(".foldable")) {
    node.classList.add("folded");
    if (node.scrollHeight <= node.clientHeight + 1) {
      node.classList.remove("folded");
      continue;
    }
    const name = () => (node.classList.contains("folded") ? `Show all ${node.textContent.trim().length.toLocaleString("en")} letters` : "Show less");
    const button = LW.el("button", { type: "button", class: "unfold", "aria-expanded": "false" }, name());
    button.addEventListener("click", () => {
      button.setAttribute("aria-expanded", String(!node.classList.toggle("folded")));
      button.textContent = name();
    });
    node.after(button);
  }
};

/* Name of an episode's page without its suffix: a repeat's "~" is no letter for a file's name. */
LW.pageOf = (episodeId) => episodeId.replaceAll("~", "_");

/* Pairs in the address after "#": they hold the place. Parts without "=" are kept under "". */
LW.hash = {
  read() {
    const found = {};
    for (const part of location.hash.slice(1).split("&").filter(Boolean)) {
      const at = part.indexOf("=");
      const [name, value] = at < 0 ? ["", part] : [part.slice(0, at), part.slice(at + 1)];
      try {
        found[name] = decodeURIComponent(value);
      } catch {
        found[name] = value;
      }
    }
    return found;
  },
  text(values) {
    const parts = Object.entries(values)
      .filter(([, value]) => value !== "" && value !== null && value !== undefined)
      .map(([name, value]) => (name ? `${name}=` : "") + encodeURIComponent(value).replaceAll("%7C", "|").replaceAll("%3A", ":"));
    return parts.length ? `#${parts.join("&")}` : "";
  },
  write(values) {
    history.replaceState(null, "", location.pathname + location.search + LW.hash.text(values));
  },
  onChange(listener) {
    addEventListener("hashchange", listener);
  },
};

/* Data of another page's script: resolves when it was run, rejects where the file is not there. */
LW.load = (address) =>
  new Promise((resolve, reject) => {
    const script = LW.el("script", { src: address });
    script.addEventListener("load", resolve);
    script.addEventListener("error", () => reject(new Error(`${address} can't be read`)));
    document.head.append(script);
  });

/* Keys: {"j": ["next step", listener]}; several keys of one listener as "j ArrowDown". They do nothing while
   something is typed. "?" shows them, Escape closes that and leaves a field. */
LW.keys = (keys) => {
  const known = {};
  for (const [names, [, listener]] of Object.entries(keys)) {
    for (const name of names.split(" ")) known[name] = listener;
  }
  known["?"] = () => LW.help(keys);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    const typing = target.matches?.("textarea, select, input:not([type=checkbox], [type=radio])");
    if (event.key === "Escape" && typing) target.blur();
    const presses = ["Enter", " "].includes(event.key) && target.matches?.("a, button, summary, input");
    if (typing || presses || document.querySelector("dialog[open]") || !(event.key in known)) return;
    event.preventDefault();
    known[event.key](event);
  });
  for (const button of document.querySelectorAll("[data-help]")) {
    button.addEventListener("click", () => LW.help(keys));
  }
};

LW.help = (keys) => {
  const rows = Object.entries({ ...keys, "?": ["this list"], Escape: ["close it; leave a field"] }).map(([names, [what]]) =>
    LW.el("div", {}, LW.el("dt", {}, names.split(" ").flatMap((name) => [LW.el("kbd", {}, LW.keyName(name)), " "])), LW.el("dd", {}, what)),
  );
  const close = LW.el("button", { type: "button", autofocus: true, click: () => dialog.close() }, "Close");
  const dialog = LW.el("dialog", { class: "help" }, LW.el("h2", {}, "Keys"), LW.el("dl", {}, rows), close);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
};

LW.keyName = (name) =>
  ({ ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space" })[name] ?? name;

/* Where the page is served by `lowagent review --serve`: load it again once it was written after it was
   opened, but never under somebody's typing. */
LW.live = (everyMs = 1000) => {
  if (!location.protocol.startsWith("http")) return;
  const look = async () => {
    try {
      const writtenMs = Number(await (await fetch("/version", { cache: "no-store" })).text());
      const isTyping = document.activeElement?.matches("input, select, textarea");
      if (writtenMs > performance.timeOrigin && !isTyping) {
        location.reload();
        return;
      }
      document.documentElement.dataset.live = "on";
    } catch {
      document.documentElement.dataset.live = "off";
    }
    setTimeout(look, everyMs);
  };
  look();
};
LW.live();
