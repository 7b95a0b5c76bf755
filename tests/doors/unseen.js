(() => {
  const frame = document.getElementById('window').getBoundingClientRect();
  const all = (q) => [...document.querySelectorAll(q)];
  const sized = (e) => e.getBoundingClientRect().width > 0 && e.getBoundingClientRect().height > 0;
  const open = (x, y, box) => x >= Math.max(0, box.left) && x <= Math.min(innerWidth, box.right)
    && y >= Math.max(0, box.top) && y <= Math.min(innerHeight, box.bottom) && document.elementFromPoint(x, y);
  const middle = (e, own, box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }) => {
    const b = e.getBoundingClientRect(), there = open(b.x + b.width / 2, b.y + b.height / 2, box);
    return Boolean(there && own(there, e));
  };
  const inside = (there, e) => e.contains(there);
  const pile = (there, e) => there.closest('.pile') === e.closest('.pile');
  const counters = (name) => all(`#counters :is(.counter:has(> .${name}), .block.has-${name})`).filter(sized);
  const found = [];
  const want = (name, list, own, box) => {
    if (list.length && !list.some((e) => middle(e, own, box))) found.push(name);
  };
  const { position, came, step } = pbem, fall = document.getElementById('fall');
  want('button', all('button.guided').filter(sized), inside);
  want('place', all('#guided > *'), (there) => there.closest('#window'), frame);
  want('unit', counters('guided'), pile, frame);
  if (innerWidth > 900) want('words', all('#guide-hint'), inside);
  const now = [position.step, position.due.why, position.moment.turn, position.moment.phase].join('/');
  if (!came && now !== globalThis.lookedAt && fall.hidden) {
    want('who may act', counters('able'), pile, frame);
    globalThis.lookedAt = now;
  }
  const { x, y } = document.getElementById('plane').getBoundingClientRect(), { scale } = pbem.map.stage;
  const card = fall.getBoundingClientRect(), outcomes = fall.hidden || !step ? [] : step.outcomes;
  const told = outcomes.flatMap(({ hexes }) => hexes).map((cell) => pbem.map.spot(cell)).filter(Boolean)
    .map((at) => [x + at[0] * scale, y + at[1] * scale]);
  const within = ([left, top], b) => left > b.left && left < b.right && top > b.top && top < b.bottom;
  const free = (at) => within(at, frame) && !within(at, card);
  if (told.length && !told.some(free)) found.push('where it happened');
  const strip = document.getElementById('strip');
  if (innerWidth > 900 && strip.scrollWidth > strip.clientWidth + 1) found.push('strip');
  return found;
})()
