((scale) => {
  const first = pbem.position.piles.map((pile) => pbem.map.spot(pile.cell)).find(Boolean);
  pbem.map.stage.see([first], scale);
  const boxed = (each) => [each, each.getBoundingClientRect()];
  const shown = (all) => [...document.querySelectorAll(all)].map(boxed).filter(([, box]) => box.width);
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  const less = (b) => ({ left: b.left + 1.5, right: b.right - 1.5, top: b.top + 1.5, bottom: b.bottom - 1.5 });
  const meet = (a, b) => !apart(less(a), b);
  const said = (list) => list.map(([text]) => text.textContent);
  const pieces = shown("#counters :is(.counter > use, .block > rect)").map(([, box]) => box);
  const names = shown("#board .names text:not(:has(textPath)), #board .regions text, #names text");
  const under = names.filter(([, box]) => pieces.some((each) => meet(box, each)));
  const across = shown("#counters .counter text").filter(([text, box]) => {
    // The box of letters that are turned is as high as their font, and so wider than what is seen of them.
    const body = text.closest(".counter").querySelector("use").getBoundingClientRect();
    if (text.hasAttribute("transform")) return box.top < body.top - 1 || box.bottom > body.bottom + 1;
    return box.left < body.left - 1 || box.right > body.right + 1;
  });
  const cut = shown("#counters .tray-name text").filter(([text, box]) => {
    const body = text.closest(".tray-name").parentNode.querySelector("rect").getBoundingClientRect();
    return box.left < body.left || box.right > body.right;
  });
  return [names.length > 1 && pieces.length > 1, said(under), said(across), said(cut)];
})
