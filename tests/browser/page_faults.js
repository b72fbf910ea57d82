// Returns the faults of the page's layout, in words. With `longer`, every text is made a third longer first.
(longer) => {
  const found = new Set();
  const name = (each) => [each.tagName.toLowerCase(), ...each.classList].join(".") + (each.id && `#${each.id}`);
  const quiet = (node) => node.closest(".sr, script, style, noscript, svg, textarea, option, code, .code, [aria-hidden=true]");
  const texts = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const all = [];
    while (walker.nextNode()) if (/\p{L}/u.test(walker.currentNode.data)) all.push(walker.currentNode);
    return all.filter(({ parentElement }) => !quiet(parentElement) && parentElement.checkVisibility({ visibilityProperty: true }));
  };
  if (longer) {
    for (const text of texts()) {
      const words = text.data.trim();
      text.data = `${text.data} ${words.slice(0, Math.ceil(words.length / 3))} `;
    }
  }

  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.add(`the page is ${scrollWidth} px wide in a window of ${innerWidth}`);
  // A box that scrolls may hold more than it shows; one that is meant to cut says so with an ellipsis.
  const scrolls = (box) => {
    const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(box);
    return ["auto", "scroll"].includes(overflowX) || textOverflow === "ellipsis" || webkitLineClamp !== "none";
  };
  for (const text of texts()) {
    const range = document.createRange();
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
    for (let box = text.parentElement; box && box !== document.body && !scrolls(box); box = box.parentElement) {
      if (getComputedStyle(box).display.startsWith("inline") && !box.matches("button, .button")) continue;
      const { left, right, top, bottom, width, height } = box.getBoundingClientRect();
      if (width < 2 || height < 2) break;
      const rolls = ["auto", "scroll"].includes(getComputedStyle(box).overflowY);
      const out = lines.some((line) => line.left < left - 1 || line.right > right + 1 || (!rolls && (line.top < top - 4 || line.bottom > bottom + 4)));
      if (out) found.add(`${name(box)}: “${text.data.trim().slice(0, 40)}” leaves its box`);
      if (out || rolls) break;
    }
  }
  for (const text of texts()) {
    for (const { index, 0: word } of text.data.matchAll(/(?<![\p{L}\d])\p{L}{2,24}(?![\p{L}\d])/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4))).size > 1) found.add(`“${word}” breaks inside the word`);
    }
  }
  return [...found];
}
