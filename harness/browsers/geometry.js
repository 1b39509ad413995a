/**
 * Where the links and forms of a page are, in CSS px from the top left of its full-page screenshot.
 *
 * Reads only: no node, attribute or style is changed. With waitMs > 0 it first waits, by their own events, for
 * fonts and for pictures that are not lazy (lazy ones out of sight never load).
 *
 * Answers the JSON of [[width, height, viewportWidth, viewportHeight], [[id, rtl, boxes, bounds]]], boxes as
 * [x0, y0, x1, y1]; bounds is the element's bounding box by the DOM. Numbers count every a[href] and every form in
 * document order, elements that can't be seen are left out. JSON, because a text reaches Python ten times faster than
 * arrays in arrays.
 *
 * A page may call its forms and fields as it likes, "images" or "elements" among them, and such a name hides the
 * document's or the form's own: what a name can hide is asked of the prototypes.
 */
async (waitMs) => {
  const LEAST_PX = 2;      // smaller boxes are those of texts for screen readers
  const SAME_LINE = 0.5;   // two rectangles that share this part of their height stand on one line
  const NEAR_PX = 2;
  const PICTURES = "img, svg, video, canvas, object, input[type=image]";
  const CONTAINED = /paint|content|strict/;
  const PLANE = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  const SHOWN = { visibilityProperty: true, opacityProperty: true };

  const native = (kind, name, node) => Reflect.get(kind.prototype, name, node);
  const parentOf = (element) => native(Node, "parentElement", element);
  const find = (selector) => Document.prototype.querySelectorAll.call(document, selector);
  const boxOf = (element) => Element.prototype.getBoundingClientRect.call(element);
  const body = native(Document, "body", document);
  const root = native(Document, "documentElement", document);
  const scroller = native(Document, "scrollingElement", document) || root;
  const bodyIsViewport = getComputedStyle(root).overflowX === "visible";  // or the body scrolls like any other box
  const clips = new Map();

  const settled = (target, ...events) => new Promise((resolve) =>
    events.forEach((name) => target.addEventListener(name, resolve, { once: true })));

  async function settle() {
    const pictures = [...native(Document, "images", document)]
      .filter((image) => !image.complete && image.loading !== "lazy")
      .map((image) => settled(image, "load", "error"));
    let timer;
    const deadline = new Promise((resolve) => { timer = setTimeout(resolve, waitMs); });
    const ready = Promise.all([native(Document, "fonts", document).ready, ...pictures]);
    await Promise.race([ready, deadline]);
    clearTimeout(timer);
  }

  // The element round this one that scrolls or clips it; absolute boxes escape those that don't hold them.
  function clipper(element, style) {
    if (style.position === "fixed") return null;
    const isAbsolute = style.position === "absolute" && element instanceof HTMLElement;
    return isAbsolute ? native(HTMLElement, "offsetParent", element) : parentOf(element);
  }

  // The part of the viewport's plane in which children of the element are seen; null if nothing clips them.
  function clipInside(element) {
    if (!element || element === root || (element === body && bodyIsViewport)) return null;
    if (clips.has(element)) return clips.get(element);
    const style = getComputedStyle(element);
    let clip = clipInside(clipper(element, style));
    const contained = CONTAINED.test(style.contain);
    const across = contained || style.overflowX !== "visible", down = contained || style.overflowY !== "visible";
    if (across || down) {
      const box = boxOf(element);
      const { left, right } = across ? box : PLANE, { top, bottom } = down ? box : PLANE;
      clip = meet(clip || PLANE, { left, top, right, bottom });
    }
    clips.set(element, clip);
    return clip;
  }

  function meet(one, other) {
    const left = Math.max(one.left, other.left), top = Math.max(one.top, other.top);
    return {
      left, top,
      right: Math.max(left, Math.min(one.right, other.right)),
      bottom: Math.max(top, Math.min(one.bottom, other.bottom)),
    };
  }

  const isSeen = (box) => box.right - box.left >= LEAST_PX && box.bottom - box.top >= LEAST_PX;
  const holds = (outer, inner) => outer.left - NEAR_PX <= inner.left && outer.top - NEAR_PX <= inner.top
    && outer.right + NEAR_PX >= inner.right && outer.bottom + NEAR_PX >= inner.bottom;
  const union = (one, other) => ({
    left: Math.min(one.left, other.left), top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right), bottom: Math.max(one.bottom, other.bottom),
  });
  const rectanglesOf = (nodes) => [...nodes].map(boxOf).filter(isSeen);

  // An element of display:contents has no box to judge by: its parent's, and its own visibility.
  function isShown(element) {
    if (!element) return true;
    if (Element.prototype.checkVisibility.call(element, SHOWN)) return true;
    const style = getComputedStyle(element);
    return style.display === "contents" && style.visibility === "visible" && isShown(parentOf(element));
  }

  // What an element that has no box shows, as far as it does not clip it: its texts and the boxes in it.
  function contents(element) {
    const clip = clipInside(element);
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    const range = new Range();
    const boxes = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!isShown(node.nodeType === Node.TEXT_NODE ? parentOf(node) : node)) continue;
      range.selectNode(node);
      boxes.push(...range.getClientRects());
    }
    return boxes.map((box) => (clip ? meet(box, clip) : box)).filter(isSeen);
  }

  // One box a line: bidirectional text and nested boxes give several rectangles on one line.
  function lines(rectangles) {
    const boxes = [];
    for (const box of rectangles) {
      const last = boxes[boxes.length - 1];
      if (last) {
        const shared = Math.min(last.bottom, box.bottom) - Math.max(last.top, box.top);
        const least = Math.min(last.bottom - last.top, box.bottom - box.top);
        const gap = Math.max(last.left, box.left) - Math.min(last.right, box.right);
        if (shared >= SAME_LINE * least && gap <= NEAR_PX) {
          boxes[boxes.length - 1] = union(last, box);
          continue;
        }
      }
      boxes.push(box);
    }
    return boxes;
  }

  // What a reader takes for the link: its lines of text, and pictures that stick out of them.
  function linkBoxes(link) {
    if (!isShown(link)) return [];
    const own = lines([...link.getClientRects()].filter(isSeen));
    if (!own.length) return lines(contents(link));
    if (!link.firstElementChild) return own;
    const outside = rectanglesOf(link.querySelectorAll(PICTURES))
      .filter((picture) => !own.some((box) => holds(box, picture)));
    return outside.length ? lines([...outside, ...own]) : own;
  }

  // A form need not hold its controls: one that begins in a table, out of its cells, has them and no box.
  function formBoxes(form) {
    const shown = isShown(form);
    const box = boxOf(form);
    if (shown && isSeen(box)) return [box];
    const controls = form instanceof HTMLFormElement ? native(HTMLFormElement, "elements", form) : [];
    const boxes = [...rectanglesOf([...controls].filter(isShown)), ...(shown ? contents(form) : [])];
    return boxes.length ? [boxes.reduce(union)] : [];
  }

  function isRightToLeft(element, style) {
    const line = style.display === "inline" && parentOf(element);
    return (line ? getComputedStyle(line) : style).direction === "rtl";
  }

  function measure() {
    const width = Math.max(scroller.scrollWidth, scroller.clientWidth);
    const height = Math.max(scroller.scrollHeight, window.innerHeight);
    const viewportWidth = scroller.clientWidth || window.innerWidth;  // without a doctype the scroller is the body
    const viewportHeight = scroller.clientHeight || window.innerHeight;
    const { direction, writingMode } = getComputedStyle(body || root);  // the body's go for the viewport
    const startsAtRight = writingMode === "horizontal-tb" ? direction === "rtl" : writingMode.endsWith("-rl");
    const hiddenAtLeft = startsAtRight ? Math.max(0, width - viewportWidth) : 0;
    const dx = window.scrollX + hiddenAtLeft, dy = window.scrollY;
    const page = { left: -dx, top: -dy, right: width - dx, bottom: height - dy };
    const round = (number) => Math.round(number * 100) / 100;
    const packed = (box) => [box.left + dx, box.top + dy, box.right + dx, box.bottom + dy].map(round);

    function described(element, id, findBoxes) {
      const found = findBoxes(element);
      if (!found.length) return null;
      const style = getComputedStyle(element);
      const clip = clipInside(clipper(element, style));
      const area = clip ? meet(page, clip) : page;
      const boxes = found.map((box) => meet(box, area)).filter(isSeen);
      if (!boxes.length) return null;
      return [id, isRightToLeft(element, style), boxes.map(packed), packed(boxOf(element))];
    }

    const links = [...find("a[href]")].map((link, index) => described(link, String(index + 1), linkBoxes));
    const forms = [...find("form")].map((form, index) => described(form, `F${index + 1}`, formBoxes));
    return [[width, height, viewportWidth, viewportHeight], [...links, ...forms].filter(Boolean)];
  }

  // JSON.stringify asks for toJSON, which old libraries give to arrays and strings.
  function json(value) {
    if (Array.isArray(value)) return `[${value.map(json).join(",")}]`;
    return typeof value === "string" ? `"${value}"` : `${value}`;
  }

  if (waitMs > 0) await settle();
  return json(measure());
}
