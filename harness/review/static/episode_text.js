"use strict";

/* The text of a page as the agent read it, in parts that know which mark they speak of.

   Every line takes the direction of the page, and what is written in Latin letters and digits (addresses,
   ids, numbers of marks) is set apart, so that neither turns the other round. */
const LWText = {};

LWText.SECTIONS = ["TEXT:", "LINKS:", "FORMS:"];
LWText.TOKEN = /\[(F?\d+|picture \d+)\]/g;
LWText.CODE = /[#+]?[A-Za-z0-9]+(?:[-_/.:@&=?%+~#]+[A-Za-z0-9]+)+/g;

/* {head, text, links, forms}: the lines of the four parts of an observation. */
LWText.parts = (observation) => {
  const found = { head: [], text: [], links: [], forms: [] };
  let at = "head";
  for (const line of observation.split("\n")) {
    const next = LWText.SECTIONS.indexOf(line);
    if (next >= 0 && Object.keys(found).indexOf(at) === next) at = Object.keys(found)[next + 1];
    else found[at].push(line);
  }
  return found;
};

/* Name of a mark ("3", "F2") -> {text, leads}: what the lists of links and forms say of it. */
LWText.entries = (observation) => {
  const parts = LWText.parts(observation);
  const found = new Map();
  for (const line of parts.links) {
    const match = /^\[(\d+)\] (.*) -> (.*)$/.exec(line);
    if (match) found.set(match[1], { text: match[2], leads: match[3] });
  }
  for (const line of parts.forms) {
    const match = /^\[(F\d+)\] (\S+) (\S+), button: (.*)$/.exec(line);
    if (match) found.set(match[1], { text: match[4], leads: `${match[2]} ${match[3]}` });
  }
  return found;
};

/* The whole observation as elements. */
LWText.node = (observation, language) => {
  const parts = LWText.parts(observation);
  return LW.el(
    "div", { class: "observation" },
    LW.el("dl", { class: "page-facts" }, parts.head.filter(Boolean).map((line) => LWText.headLine(line, language))),
    LWText.section("Text", LWText.body(parts.text, language)),
    LWText.section("Links", LWText.links(parts.links, language), "The page has no links."),
    LWText.section("Forms", LWText.forms(parts.forms, language), "The page has no forms."),
  );
};

LWText.section = (name, children, empty = "The page shows no text.") => [
  LW.el("h3", {}, name),
  children.length ? LW.el("div", { class: "lines" }, children) : LW.el("p", { class: "quiet" }, empty),
];

LWText.headLine = (line, language) => {
  const [, name, value] = /^([A-Z]+): (.*)$/.exec(line) ?? [null, "", line];
  return LW.el("div", { class: name === "ERROR" ? "failed" : "" }, LW.el("dt", {}, name || "ERROR"), LW.el("dd", { title: name === "URL" ? value : null }, name === "TITLE" ? LW.said("bdi", value, language) : LW.el("bdi", {}, name === "URL" ? LWText.readable(value) : value)));
};

LWText.body = (lines, language) => {
  const kept = lines.join("\n").trim();
  if (!kept) return [];
  return kept.split("\n").map((line) => LW.el("p", { lang: language.html_lang, dir: language.dir }, line ? LWText.spans(line) : "\u00a0"));
};

/* A line cut at numbers of marks and at codes. */
LWText.spans = (line) => {
  const spans = [];
  let end = 0;
  for (const match of line.matchAll(LWText.TOKEN)) {
    spans.push(...LWText.codes(line.slice(end, match.index)));
    const isMark = !match[1].startsWith("picture");
    spans.push(LW.el("bdi", { dir: "ltr", class: "token", "data-mark": isMark ? match[1] : null }, match[0]));
    end = match.index + match[0].length;
  }
  return [...spans, ...LWText.codes(line.slice(end))];
};

LWText.codes = (text) => {
  const spans = [];
  let end = 0;
  for (const match of text.matchAll(LWText.CODE)) {
    spans.push(text.slice(end, match.index), LW.el("bdi", { dir: "ltr" }, match[0]));
    end = match.index + match[0].length;
  }
  return [...spans, text.slice(end)].filter((span) => span !== "");
};

LWText.links = (lines, language) =>
  lines.filter(Boolean).map((line) => {
    const match = /^\[(\d+)\] (.*) -> (.*)$/.exec(line);
    if (!match) return LW.said("p", line, language);
    return LW.el(
      "p", { class: "entry", "data-mark": match[1], tabindex: 0 },
      LW.el("bdi", { dir: "ltr", class: "token link" }, match[1]), " ",
      match[2] ? LW.said("bdi", match[2], language) : LW.el("span", { class: "quiet" }, "(no text)"), " ",
      LW.el("bdi", { dir: "ltr", class: "code quiet" }, LWText.readable(match[3])),
    );
  });

/* Each form with its fields, as one entry. */
LWText.forms = (lines, language) => {
  const forms = [];
  for (const line of lines.filter(Boolean)) {
    const match = /^\[(F\d+)\] (\S+) (\S+), button: (.*)$/.exec(line);
    if (match) {
      forms.push(
        LW.el(
          "div", { class: "entry", "data-mark": match[1], tabindex: 0 },
          LW.el("bdi", { dir: "ltr", class: "token form" }, match[1]), " ",
          LW.said("bdi", match[4], language, { class: "button" }), " ",
          LW.el("bdi", { dir: "ltr", class: "code quiet" }, `${match[2]} ${LWText.readable(match[3])}`),
        ),
      );
    } else {
      (forms.at(-1) ?? forms[forms.push(LW.el("div", { class: "entry" })) - 1]).append(LWText.field(line, language));
    }
  }
  return forms;
};

LWText.field = (line, language) => {
  const match = /^ {2}(\S+) \((\w+)(?:, (.*?))?\) = (.*?)(?:; options: (.*))?$/.exec(line);
  if (!match) return LW.said("p", line, language, { class: "field", dir: "auto" });
  const [, name, kind, label, value, options] = match;
  return LW.el(
    "p", { class: "field", dir: "ltr" },
    LW.el("b", { class: "code" }, name), ` ${kind} `,
    label && [LW.said("bdi", label, language), " "],
    "= ", value ? LW.said("bdi", value, language, { class: "value" }) : LW.el("i", { class: "quiet" }, "empty"),
    options && LW.el("span", { class: "options" }, options.split(", ").flatMap((one) => [LW.said("bdi", one, language, { dir: "auto" }), " "])),
  );
};

LWText.readable = (address) => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

/* Lights everything that speaks of a mark, and nothing else; `null` lights nothing. */
LWText.light = (name, from) => {
  for (const node of document.querySelectorAll("[data-mark].lit")) node.classList.remove("lit");
  if (name === null) return;
  for (const node of document.querySelectorAll(`[data-mark="${CSS.escape(name)}"]`)) {
    node.classList.add("lit");
    const box = node.closest(".stage, .panel");
    if (box && !box.contains(from) && node.matches("g, .entry")) LWText.reveal(box, node);
  }
};

/* Scrolls a box, and nothing around it, so that a node is in the part of the box that can be seen. */
LWText.reveal = (box, node) => {
  const [outer, inner] = [box.getBoundingClientRect(), node.getBoundingClientRect()];
  const top = Math.max(outer.top, 0);
  const bottom = Math.min(outer.bottom, innerHeight) > top + 100 ? Math.min(outer.bottom, innerHeight) : outer.bottom;
  if (inner.top >= top && inner.bottom <= bottom) return;
  box.scrollTop += inner.top - top - Math.max(0, bottom - top - inner.height) / 2;
};
