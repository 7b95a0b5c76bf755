(names => {
  const wide = (e) => e.getBoundingClientRect().width > 0, piles = [...document.querySelectorAll('#counters .pile')];
  const has = (e, name) => e.dataset.name === name || (e.dataset.names || '').split('|').includes(name);
  return names.map((name) => {
    const parts = (pile) => [...pile.querySelectorAll('.counter, .block')];
    const pile = piles.find((each) => parts(each).some((e) => has(e, name)));
    if (!pile) return [name, null, null, 'is not drawn'];
    const e = parts(pile).find((e) => wide(e) && has(e, name)) || parts(pile).find(wide);
    if (!e) return [name, null, null, 'is drawn at no size'];
    const b = e.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;
    const w = document.getElementById('window').getBoundingClientRect();
    if (x < w.left || x > w.right || y < w.top || y > w.bottom) return [name, x, y, 'lies outside the window'];
    const found = document.elementFromPoint(x, y), over = found && found.closest('.pile');
    if (over !== pile) return [name, x, y, 'lies under ' + (found ? found.outerHTML.slice(0, 90) : 'nothing')];
    return [name, x, y, ''];
  });
})
