(() => {
  const open = (e) => { const b = e.getBoundingClientRect(); return b.width > 0 && b.height > 0; };
  const names = (list) => [...list].filter(open).map((e) => [e.id, e.dataset.kind || '', e.textContent.trim()]);
  const frame = document.getElementById('window').getBoundingClientRect();
  const within = ({ left, right, top, bottom }, x, y) =>
    x >= Math.max(left, 0) && x <= Math.min(right, innerWidth)
    && y >= Math.max(top, 0) && y <= Math.min(bottom, innerHeight);
  // A person presses where the light is seen, beside a counter that lies on its middle.
  const SPOTS = [[.5, .5], [.3, .5], [.7, .5], [.5, .28], [.5, .72], [.08, .5], [.92, .5], [.25, .25], [.75, .75]];
  const places = [...document.querySelectorAll('#guided > *')].map((e) => {
    const b = e.getBoundingClientRect();
    for (const [across, down] of SPOTS) {
      const x = b.x + b.width * across, y = b.y + b.height * down;
      const found = document.elementFromPoint(x, y);
      if (within(frame, x, y) && found && found.closest('#window')) return [e.dataset.cell, x, y];
    }
    return [e.dataset.cell, null, null];
  });
  const ringed = [
    ...document.querySelectorAll('#counters :is(.counter:has(> .guided), .block.has-guided)'),
  ].filter(open);
  const units = ringed.map((e) => {
    const b = e.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;
    const found = document.elementFromPoint(x, y);
    return within(frame, x, y) && found && found.closest('.pile') === e.closest('.pile') ? [x, y] : [null, null];
  });
  return { buttons: names(document.querySelectorAll('button.guided')), places, units };
})()
