(() => {
  const byId = (id) => document.getElementById(id), all = (q) => [...document.querySelectorAll(q)];
  const whole = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }, frame = byId('window').getBoundingClientRect();
  const box = (e) => e.getBoundingClientRect(), sized = (e) => box(e).width > 0 && box(e).height > 0;
  const MIDDLE = [[.5, .5]], SEEN = [...MIDDLE, [.3, .5], [.7, .5], [.5, .28], [.5, .72], [.08, .5], [.92, .5]];
  const inside = (x, y, b) => x > Math.max(0, b.left) && x < Math.min(innerWidth, b.right)
    && y > Math.max(0, b.top) && y < Math.min(innerHeight, b.bottom);
  const open = (e, own, within = whole, spots = MIDDLE) => spots.some(([across, down]) => {
    const b = box(e), x = b.x + b.width * across, y = b.y + b.height * down;
    const there = inside(x, y, within) && document.elementFromPoint(x, y);
    return Boolean(there && own(there, e));
  });
  const itself = (there, e) => e.contains(there), map = (there) => there.closest('#window');
  const pile = (there, e) => there.closest('.pile') === e.closest('.pile');
  const shown = (q) => all(q).filter(sized);
  const counters = (name) => shown(`#counters :is(.counter:has(> .${name}), .block.has-${name})`);
  const found = [];
  const want = (name, list, ...how) => { if (list.length && !list.some((e) => open(e, ...how))) found.push(name); };
  const { position, came, choice, units, card, told } = pbem, fall = byId('fall'), narrow = innerWidth <= 900;
  const targets = all('#under .target');
  want('button of the guide', shown('button.guided'), itself);
  want('place of the guide', all('#guided > *'), map, frame);
  want('unit of the guide', counters('guided'), pile, frame);
  if (!narrow) want('words of the guide', all('#guide-hint'), itself);
  if (came) want('film', shown('#accept, #leave, #fall .film button'), itself);
  else if (['send', 'answer'].includes(position.step)) want('send', shown('#send, #quick-send'), itself);
  else if (position.step === 'decide' && fall.hidden && byId('fan').hidden && !all('.guided').length) {
    if (choice?.preview && !choice.preview.violations.length) {
      want('what gives the order', shown('#panel-unit .choice .main, #quick .main'), itself);
    } else if (units.length) {
      want('where they can go', targets, map, frame, SEEN);
      if (!targets.length) want('the chosen', counters('chosen'), pile, frame);
      if (!targets.length && card?.orders.length) want('their orders', shown('#panel-unit button.order'), itself);
    } else if (position.able.length) want('who may act', counters('able'), pile, frame);
    else if (targets.length) want('what is lit', targets, map, frame, SEEN);
    else want('a button of the decision', shown('#next button, #next select'), itself);
    if (!narrow) want('the question', [byId('due')], (there) => there.closest('#now'));
  }
  if (!fall.hidden) {
    const { x, y } = box(byId('plane')), { scale } = pbem.map.stage, over = box(fall);
    const spots = told.map((cell) => pbem.map.spot(cell)).filter(Boolean).map((at) => [x + at[0] * scale, y + at[1] * scale]);
    if (spots.some((at) => !inside(...at, frame) || inside(...at, over))) found.push('where it happened');
  }
  const said = byId('said'), word = box(said);
  const hit = (e) => box(e).right > word.left && box(e).left < word.right && box(e).bottom > word.top && box(e).top < word.bottom;
  if (sized(said)) {
    for (const e of shown('button, select, [role=tab]')) if (hit(e) && open(e, itself)) found.push(`a word over ${e.id || e.textContent}`);
    if (!fall.hidden && hit(fall)) found.push('a word over the card');
    const middle = (e) => { const b = box(e); return inside(b.x + b.width / 2, b.y + b.height / 2, word); };
    if (position.step === 'decide' && counters('able').some(middle)) found.push('a word over who may act');
  }
  if (!byId('trouble').hidden) found.push(byId('trouble').textContent);
  if (document.documentElement.scrollWidth > innerWidth) found.push('wider than the window');
  const strip = byId('strip');
  if (!narrow && strip.scrollWidth > strip.clientWidth + 1) found.push('strip');
  return found;
})()
