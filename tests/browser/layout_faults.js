// Returns what is wrong with the layout of a table's page, in words. For the browser tests.
() => {
  const found = [];
  const note = (...words) => found.push(words.join(" "));
  const name = (each) => `${each.tagName.toLowerCase()}.${[...each.classList].join(".")}`;
  const seen = (selector) =>
    [...document.querySelectorAll(selector)].filter((each) => {
      const { width, height } = each.getBoundingClientRect();
      return width > 1 && height > 1 && each.checkVisibility({ visibilityProperty: true });
    });

  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) note("the page scrolls", scrollWidth, scrollHeight);

  for (const each of seen(".topbar .icon, .felt, .opp, .you, .hand, .hand .card, .moves, .buttons button, .board, .pile, .stock, .ending .side, .slip, .ending .next button")) {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) note(name(each), "is out of view");
  }
  for (const { scrollHeight, clientHeight } of seen(".felt .board"))
    if (scrollHeight > clientHeight + 1) note("the board scrolls", scrollHeight, clientHeight);
  for (const each of seen(".buttons button, .quick > *")) {
    const [inner, outer] = [each, each.closest(".choice, .moves")].map((one) => one.getBoundingClientRect());
    if (inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1) note(name(each), each.textContent, "is out of the moves");
  }

  const apart = (selector) => {
    const all = seen(selector);
    all.forEach((one, place) => {
      for (const other of all.slice(place + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 1 && down > 1) note(name(one), "overlaps", name(other), Math.round(across), Math.round(down));
      }
    });
  };
  apart(".opp, .board, .plays, .you, .extras, .hand, .moves, .topbar .icon, .log");
  apart(".ending .side, .slip, .ending .next, .topbar .icon");
  apart(".loose .card, .tray, .stock > *, .choice");
  apart(".buttons button, .moves > .next-game, .quick > *, .moves .status, .told > *");
  apart(".quick > *, .hint, .lesson");
  apart(".quick > *, a.clear");
  apart(".hand, a.clear");
  apart(".opp > .seat, .banners > .offer");
  for (const seat of document.querySelectorAll(".felt .seat")) {
    seat.id = "checked";
    apart("#checked > :is(.portrait, .backs, .pile, .timing, .id), #checked > .id > *");
    seat.removeAttribute("id");
  }

  for (const each of seen(".portrait")) {
    const { width, height } = each.getBoundingClientRect();
    if (Math.abs(width - height) > 1) note("a portrait is squashed", Math.round(width), Math.round(height));
  }
  if (innerWidth < 600 || innerHeight < 480)
    for (const each of seen(".loose .just")) {
      const tag = each.getBoundingClientRect();
      for (const card of seen(".loose .card")) {
        const { left, top, width, height } = card.getBoundingClientRect();
        if (tag.right > left && tag.left < left + width * 0.4 && tag.bottom > top + 1 && tag.top < top + height * 0.4)
          note(each.textContent, "covers a rank");
      }
    }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.parentElement.checkVisibility() || text.parentElement.closest(".sr, script, noscript, style")) continue;
    for (const { index, 0: word } of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4))).size > 1) note(word, "breaks a word");
    }
  }
  for (const each of seen(".who b, .buttons button, .token, .stock, .status"))
    if (each.scrollWidth > each.clientWidth + 1) note(name(each), each.textContent.trim(), "is cut");
  for (const each of seen(".about a")) {
    const { bottom } = each.getBoundingClientRect();
    if (bottom > 49 || each.scrollHeight > each.clientHeight + 1) note("the title is cut");
  }
  for (const each of seen(".token b")) {
    const [inner, outer] = [each, each.closest(".token")].map((one) => one.getBoundingClientRect());
    if (inner.bottom > outer.bottom + 1 || inner.right > outer.right + 1) note(name(each), each.textContent, "is out of its token");
  }
  for (const each of seen(".plays li, .lesson"))
    if (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 2) note(name(each), each.textContent.trim(), "is cut");
  return found;
}
