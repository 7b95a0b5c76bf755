).split(" ");
const first = [], last = [];
let at = 0;
for (const range of RANGES) {
  const [gap, more] = range.split(".");
  first.push((at += parseInt(gap, 36)));
  last.push((at += more ? parseInt(more, 36) : 0));
}

/* Whether a character, by its code point, may stand in a text: the ranges ascend, so halving finds it. */
function inText(point) {
  let low = 0, high = first.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (first[middle] <= point) low = middle; else high = middle;
  }
  return point >= first[low] && point <= last[low];
}

Object.assign(root.PBEM, { inText });
})(globalThis);
