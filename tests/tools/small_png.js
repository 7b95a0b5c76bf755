(async (png, most, accents, widest) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + png;
  await image.decode();
  const scale = Math.min(1, widest / image.width);
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.round(image.width * scale), height: Math.round(image.height * scale),
  });
  const brush = canvas.getContext('2d');
  brush.imageSmoothingQuality = 'high';
  brush.drawImage(image, 0, 0, canvas.width, canvas.height);
  const { data } = brush.getImageData(0, 0, canvas.width, canvas.height), counts = new Map();
  const key = (n) => ((data[n] >> 3) << 10) | ((data[n + 1] >> 3) << 5) | (data[n + 2] >> 3);
  for (let n = 0; n < data.length; n += 4) counts.set(key(n), (counts.get(key(n)) || 0) + 1);
  const of = (k) => [(k >> 10) & 31, (k >> 5) & 31, k & 31];
  // Median cut: the box with the widest channel, weighed by how much of the picture it is, is cut in two.
  let boxes = [[...counts.keys()]];
  const reach = (box) => [0, 1, 2].map((c) => {
    const all = box.map((k) => of(k)[c]);
    return Math.max(...all) - Math.min(...all);
  });
  const weigh = (box) => Math.max(...reach(box)) * Math.sqrt(box.reduce((sum, k) => sum + counts.get(k), 0));
  while (boxes.length < most) {
    boxes.sort((a, b) => weigh(b) - weigh(a));
    const [box, ...rest] = boxes, far = reach(box), c = far.indexOf(Math.max(...far));
    if (box.length < 2) break;
    box.sort((a, b) => of(a)[c] - of(b)[c]);
    const half = box.reduce((sum, k) => sum + counts.get(k), 0) / 2;
    let at = 0, sum = 0;
    while (at < box.length - 1 && sum + counts.get(box[at]) <= half) sum += counts.get(box[at++]);
    boxes = [...rest, box.slice(0, Math.max(1, at)), box.slice(Math.max(1, at))];
  }
  const place = new Map(), palette = boxes.map((box) => {
    const sum = box.reduce((all, k) => all + counts.get(k), 0);
    return [0, 1, 2].map((c) => {
      const mean = box.reduce((all, k) => all + of(k)[c] * counts.get(k), 0) / sum;
      return Math.round((mean * 255) / 31);
    });
  });
  for (const each of accents) palette.push([0, 2, 4].map((n) => parseInt(each.slice(n, n + 2), 16)));
  for (const k of counts.keys()) {
    const far = palette.map((colour) => of(k).reduce((sum, value, c) => sum + ((value * 255) / 31 - colour[c]) ** 2, 0));
    place.set(k, far.indexOf(Math.min(...far)));
  }
  let found = '';
  for (let n = 0; n < data.length; n += 4) found += String.fromCharCode(place.get(key(n)));
  return [canvas.width, canvas.height, palette, btoa(found)];
})
