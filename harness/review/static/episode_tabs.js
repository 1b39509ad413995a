"use strict";

/* What was said and done in a step, a tab each. A tab that has nothing to show says why. */
const LWTabs = {};

LWTabs.reply = (episode, step) => {
  const said = step.reply.trim();
  const entry = step.target && LWText.entries(step.observation).get((step.target[1] === "form" ? "F" : "") + step.target[0]);
  return [
    LW.el(
      "div", { class: `deed${step.error ? " failed" : ""}` },
      step.action ? LW.said("code", step.action, episode, { class: "action", dir: "auto" }) : LW.el("b", {}, "No action"),
      entry && LW.el("p", {}, "→ ", entry.text ? LW.said("bdi", entry.text, episode) : LW.el("i", {}, "no text"), " ", LW.el("bdi", { dir: "ltr", class: "code quiet" }, LWText.readable(entry.leads))),
      LW.el("p", { class: "quiet" }, LWTabs.course(episode, step)),
      step.intervention && LW.el("p", { class: "by-person" }, step.intervention),
    ),
    step.error && LW.el("div", { class: "failure" }, LW.el("h3", {}, "What was wrong"), LW.said("p", step.error, episode, { dir: "auto", class: "code" })),
    LW.el("h3", {}, "Reply"),
    said ? LW.said("pre", step.reply, episode, { dir: "auto" }) : LW.el("p", { class: "quiet" }, step.calls.length ? "The model did not answer; its calls stand under Cost." : "The reply was empty."),
    step.confidence !== null && LW.el("p", {}, `The agent said how sure it is: ${step.confidence} of 100.`),
  ];
};

LWTabs.course = (episode, step) => {
  if (step.disruption) return `The page was a disruption (${step.disruption}), so the reference says nothing of this step.`;
  if (step.on_path === true) return "This is what the reference does next.";
  if (step.on_path === false) return "The reference does something else here. Other ways may be right too.";
  return episode.has_reference ? "The reply held no action, so it can't be held against the reference." : "The task has no reference.";
};

LWTabs.prompt = (episode, step, state, set) => {
  if (!step.prompt) return [LW.el("p", { class: "quiet" }, episode.has_model ? "No prompt of this step is on record: the model was not asked, or could not be reached." : "No model is behind this agent: it was sent no prompt. It saw what stands under Page text.")];
  const before = episode.steps.filter((one) => one.step < step.step && one.prompt).at(-1);
  const cut = step.prompt.cut;
  const isDiff = state.diff && before;
  return [
    LW.el(
      "div", { class: "tools" },
      LWScreen.toggle("Whole", "p", !isDiff, () => set({ diff: false })),
      before ? LWScreen.toggle(`Difference to step ${before.step}`, "p", Boolean(isDiff), () => set({ diff: true })) : LW.el("span", { class: "quiet" }, "The first prompt: nothing to compare with."),
      LW.el("span", { class: "quiet" }, `${step.prompt.tokens.toLocaleString("en")} text tokens`),
    ),
    (cut.steps > 0 || cut.text_tokens > 0) && LW.el("p", { class: "failure" }, `To keep within the budget, ${cut.steps} earlier steps and ${cut.text_tokens.toLocaleString("en")} tokens of the page's text were left out.`),
    isDiff ? LWDiff.node(LWTabs.promptLines(episode, before), LWTabs.promptLines(episode, step), episode) : step.prompt.messages.map((message) => LWTabs.message(episode, message)),
  ];
};

LWTabs.promptLines = (episode, step) =>
  step.prompt.messages.flatMap((message) => [
    `— ${message.role} —`,
    ...message.parts.flatMap((part) => ("text" in part ? episode.texts[part.text].split("\n") : [`[image: ${part.what ?? ""} ${part.image ?? ""}]`])),
  ]);

LWTabs.message = (episode, message) =>
  LW.el(
    "details", { class: `message ${message.role}`, open: true },
    LW.el("summary", {}, message.role),
    message.parts.map((part) => {
      if ("text" in part) return LW.el("div", { class: "lines", lang: episode.html_lang }, episode.texts[part.text].split("\n").map((line) => LW.el("p", { dir: "auto" }, line ? LWText.spans(line) : "\u00a0")));
      if (!part.kept) return LW.el("p", { class: "quiet" }, `An image (${part.what ?? "of unknown content"}) that is not in the run's folder.`);
      return LW.el("figure", {}, LW.el("a", { href: `../../${part.image}` }, LW.el("img", { src: `../../${part.image}`, alt: part.what ?? "", loading: "lazy" })), LW.el("figcaption", { class: "quiet" }, part.what ?? ""));
    }),
  );

LWTabs.text = (episode, step) => [LWText.node(step.observation, episode)];

LWTabs.rows = (episode, step) => {
  const before = episode.steps.find((one) => one.step === step.step - 1);
  const known = new Set((before?.rows ?? []).map(LWTabs.rowKey));
  const now = new Set(step.rows.map(LWTabs.rowKey));
  const fresh = step.rows.filter((row) => !known.has(LWTabs.rowKey(row)));
  const undone = (before?.rows ?? []).filter((row) => !now.has(LWTabs.rowKey(row)) && !fresh.some((one) => LWTabs.isSameRow(one, row)));
  const older = step.rows.filter((row) => known.has(LWTabs.rowKey(row)));
  if (!step.rows.length && !undone.length) return [LW.el("p", { class: "quiet" }, "After this step every row of the database was as it had been at the start.")];
  const list = (name, rows) => rows.length > 0 && [LW.el("h3", {}, name), rows.map((row) => LWTabs.row(episode, row))];
  return [
    list("Changed by this step", fresh),
    list("Put back by this step", undone),
    !fresh.length && !undone.length && LW.el("p", { class: "quiet" }, "This step changed no row."),
    list("Changed before it", older),
  ];
};

LWTabs.rowKey = (row) => JSON.stringify(row);
LWTabs.isSameRow = (one, other) => one.table === other.table && Object.entries(one.after ?? one.before ?? {})[0]?.[1] === Object.entries(other.after ?? other.before ?? {})[0]?.[1];

LWTabs.row = (episode, row) => {
  const isForeign = episode.foreign.some((one) => LWTabs.rowKey(one) === LWTabs.rowKey(row));
  const columns = [...new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})])];
  const differs = (column) => row.kind !== "changed" || row.before[column] !== row.after[column];
  const cell = (image, column) => (image && column in image ? LW.said("bdi", image[column] === null ? "NULL" : String(image[column]), episode, { dir: "auto" }) : LW.el("span", { class: "quiet" }, "–"));
  const line = (column) => LW.el("tr", { class: differs(column) ? "differs" : "" }, LW.el("th", { class: "code", scope: "row" }, column), row.kind === "changed" && LW.el("td", {}, cell(row.before, column)), LW.el("td", {}, cell(row.kind === "removed" ? row.before : row.after, column)));
  return LW.el(
    "section", { class: "row-change" },
    LW.el("h4", {}, LW.el("span", { class: `kind ${row.kind}` }, row.kind), " ", LW.el("bdi", { dir: "ltr", class: "code" }, row.table), isForeign && LW.el("span", { class: "kind removed" }, "not part of the task")),
    LW.el("table", {}, row.kind === "changed" && LW.el("thead", {}, LW.el("tr", {}, ["Column", "Before", "After"].map((name) => LW.el("th", {}, name)))), LW.el("tbody", {}, columns.filter((column) => differs(column)).map(line), columns.filter((column) => !differs(column)).map(line))),
  );
};

LWTabs.checks = (episode) => {
  if (!episode.checks.length) return [LW.el("p", { class: "quiet" }, episode.outcome === "error" ? "Nothing was checked, because the episode ended in an error:" : "No check is on record."), episode.error && LW.el("pre", { class: "error" }, episode.error)];
  return episode.checks.map((check) =>
    LW.el(
      "section", { class: `check ${check.passed ? "passed" : "failed"}` },
      LW.el("h3", {}, LW.el("span", { class: `outcome ${check.passed ? "solved" : "unsolved"}` }, check.passed ? "holds" : "fails"), ` ${check.kind} `, check.rule && LW.el("small", { class: "quiet" }, check.rule)),
      LW.el(
        "table", {}, LW.el("thead", {}, LW.el("tr", {}, ["", "As it stands", "As it is compared"].map((name) => LW.el("th", {}, name)))),
        LW.el("tbody", {}, LWTabs.compared(episode, "Expected", check.expected), LWTabs.compared(episode, "Must not be", check.excluded), LWTabs.compared(episode, "Found", check.got, "nothing")),
      ),
    ),
  );
};

LWTabs.compared = (episode, name, values, empty) => {
  if (!values.length && !empty) return [];
  const said = (words) => (words === "" ? LW.el("i", { class: "quiet" }, "empty") : LW.said("bdi", words, episode, { dir: "auto" }));
  const text = (value) => [value.name && LW.el("b", { class: "code" }, `${value.name} `), said(value.raw)];
  const compared = (value) => (value.normal === null && value.raw !== "" ? LW.el("span", { class: "quiet" }, "the same") : said(value.normal ?? value.raw));
  const rows = values.length ? values : [null];
  return rows.map((value, place) =>
    LW.el("tr", {}, LW.el("th", { scope: "row" }, place ? "" : name), LW.el("td", {}, value ? text(value) : LW.el("i", { class: "quiet" }, empty)), LW.el("td", {}, value && compared(value))),
  );
};

LWTabs.cost = (episode, step) => {
  const longest = Math.max(...episode.steps.map((one) => one.seconds), 0.001);
  const share = (seconds) => `${((seconds / longest) * 100).toFixed(2)}%`;
  const bar = (one) =>
    LW.el(
      "a", { class: `bar${one.step === step.step ? " at" : ""}`, href: LW.hash.text({ step: one.step, tab: "cost" }), title: `Step ${one.step}: agent ${one.agent_seconds.toFixed(2)} s, browser ${one.browser_seconds.toFixed(2)} s` },
      LW.el("span", { class: "n" }, String(one.step)), LW.el("span", { class: "track" }, LW.el("i", { class: "agent", style: `width:${share(one.agent_seconds)}` }), LW.el("i", { class: "browser", style: `width:${share(one.browser_seconds)}` })), LW.el("span", { class: "n" }, `${one.seconds.toFixed(2)} s`),
    );
  const sum = (pick) => episode.steps.slice(0, episode.steps.indexOf(step) + 1).reduce((total, one) => total + pick(one), 0);
  const figures = [
    ["Agent", `${step.agent_seconds.toFixed(2)} s`, `${sum((one) => one.agent_seconds).toFixed(2)} s`],
    ["Browser", `${step.browser_seconds.toFixed(2)} s`, `${sum((one) => one.browser_seconds).toFixed(2)} s`],
    ["Tokens in", step.input_tokens.toLocaleString("en"), sum((one) => one.input_tokens).toLocaleString("en")],
    ["Tokens out", step.output_tokens.toLocaleString("en"), sum((one) => one.output_tokens).toLocaleString("en")],
    ["Cost", `$${step.cost.toFixed(4)}`, `$${sum((one) => one.cost).toFixed(4)}`],
  ];
  const table = (heads, rows) => LW.el("div", { class: "wide" }, LW.el("table", {}, LW.el("thead", {}, LW.el("tr", {}, heads.map((head) => LW.el("th", {}, head)))), LW.el("tbody", {}, rows.map((cells) => LW.el("tr", {}, cells.map((cell) => LW.el("td", { class: "n" }, cell)))))));
  return [
    table(["", "This step", "Up to here"], figures),
    LW.el("h3", {}, "Time by step ", LW.el("small", {}, LW.el("i", { class: "swatch agent" }), " agent ", LW.el("i", { class: "swatch browser" }), " browser")),
    LW.el("div", { class: "bars" }, episode.steps.map(bar)),
    LW.el("h3", {}, "Calls of the model"),
    step.calls.length
      ? table(["Ended", "HTTP", "Finish", "In", "Cached", "Out", "Reasoning", "Cost", "Seconds", "Waited before", "Message"], step.calls.map((call) => [call.status, call.http_status ?? "–", call.finish ?? "–", call.input_tokens, call.cached_tokens, call.output_tokens, call.reasoning_tokens, `$${call.cost_usd.toFixed(4)}`, call.seconds.toFixed(2), call.waited.toFixed(2), LW.el("span", { class: "message-text" }, call.message ?? "")]))
      : LW.el("p", { class: "quiet" }, episode.has_model ? "The model was not called in this step." : "No model is behind this agent."),
  ];
};
