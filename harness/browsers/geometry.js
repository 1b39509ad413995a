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
 */
async (waitMs) => {
  const LEAST_PX = 2;      // smaller boxes are those of texts for screen readers
  const SAME_LINE = 0.5;   // two rectangles that share this part of their height stand on one line
  const NEAR_PX = 2;
  const PICTURES = "img, svg, video, canvas, object, input[type=image]";
  const CONTROLS = "input:not([type=hidden]), button, select, textarea, label";

  const root = document.documentElement;
  const scroller = document.scrollingElement || root;
  const clips = new Map();

  const settled = (target, ...events) => new Promise((resolve) =>
    events.forEach((name) => target.addEventListener(name, resolve, { once: true })));

  async function settle() {
    const pictures = [...document.images].filter((image) => !image.complete && image.loading !== "lazy");
    let timer;
    const deadline = new Promise((resolve) => { timer = setTimeout(resolve, waitMs); });
    const ready = Promise.all([document.fonts.ready, ...pictures.map((image) => settled(image, "load", "error"))]);
    await Promise.race([ready, deadline]);
    clearTimeout(timer);
  }

  // The element round this one that scrolls or clips it; absolute boxes escape those that don't hold them.
  function clipper(element, style) {
    if (style.position === "fixed") return null;
    return style.position === "absolute" ? element.offsetParent : element.parentElement;
  }

  // The part of the viewport's plane in which children of the element are seen; null if nothing clips them.
  function clipInside(element) {
    if (!element || element === root || element === document.body) return null;
    if (clips.has(element)) return clips.get(element);
    const style = getComputedStyle(element);
    let clip = clipInside(clipper(element, style));
    if (style.overflowX !== "visible" || style.overflowY !== "visible") {
      const box = element.getBoundingClientRect();
      clip = clip ? meet(box, clip) : box;
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
  const rectanglesOf = (nodes) => [...nodes].map((node) => node.getBoundingClientRect()).filter(isSeen);

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
    const own = lines([...link.getClientRects()].filter(isSeen));
    if (!link.firstElementChild) return own;
    if (!own.length) return lines(rectanglesOf(link.querySelectorAll("*")));
    const outside = rectanglesOf(link.querySelectorAll(PICTURES))
      .filter((picture) => !own.some((box) => holds(box, picture)));
    return outside.length ? lines([...outside, ...own]) : own;
  }

  function formBoxes(form) {
    const box = form.getBoundingClientRect();
    if (isSeen(box)) return [box];
    const controls = rectanglesOf(form.querySelectorAll(CONTROLS));
    return controls.length ? [controls.reduce(union)] : [];
  }

  function isRightToLeft(element, style) {
    const line = style.display === "inline" && element.parentElement;
    return (line ? getComputedStyle(line) : style).direction === "rtl";
  }

  function measure() {
    const width = Math.max(scroller.scrollWidth, scroller.clientWidth);
    const height = Math.max(scroller.scrollHeight, window.innerHeight);
    const viewportWidth = root.clientWidth || window.innerWidth;
    const direction = getComputedStyle(document.body || root).direction;  // the body's goes for the viewport
    const viewportHeight = root.clientHeight || window.innerHeight;
    const hiddenAtLeft = direction === "rtl" ? Math.max(0, width - viewportWidth) : 0;
    const dx = window.scrollX + hiddenAtLeft, dy = window.scrollY;
    const page = { left: -dx, top: -dy, right: width - dx, bottom: height - dy };
    const round = (number) => Math.round(number * 100) / 100;
    const packed = (box) => [box.left + dx, box.top + dy, box.right + dx, box.bottom + dy].map(round);

    function described(element, id, findBoxes) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) {
        if (getComputedStyle(element).display !== "contents") return null;
      }
      const style = getComputedStyle(element);
      const clip = clipInside(clipper(element, style));
      const area = clip ? meet(page, clip) : page;
      const boxes = findBoxes(element).map((box) => meet(box, area)).filter(isSeen);
      if (!boxes.length) return null;
      return [id, isRightToLeft(element, style), boxes.map(packed), packed(element.getBoundingClientRect())];
    }

    const links = [...document.querySelectorAll("a[href]")]
      .map((link, index) => described(link, String(index + 1), linkBoxes));
    const forms = [...document.querySelectorAll("form")]
      .map((form, index) => described(form, `F${index + 1}`, formBoxes));
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
