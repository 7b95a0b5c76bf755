/* What leaves through another app of this device: the share sheet, and a mail begun with its subject and text. */
import { unpacked } from "./dom.js";

/* Mail programs cut off longer addresses than this. */
const LONGEST_MAIL = 1500;

/* `share` is null where the device takes neither the file nor its letters. `rest` stands for letters too long for an address. */
export function handed({ file, text, name, subject, body }, to, rest) {
  const bytes = file ? [new File([unpacked(file)], name, { type: "application/octet-stream" })] : [];
  const files = [...bytes, new File([text], name.replace(/\.pbem$/, ".txt"), { type: "text/plain" })];
  const taken = files.find((each) => navigator.canShare && navigator.canShare({ files: [each] }));
  const share = () => navigator.share({ files: [taken], title: subject, text: body }).catch((error) => { if (error.name !== "AbortError") throw error; });
  const whole = [body, text].join("\n\n");
  const mail = !file && whole.length < LONGEST_MAIL ? whole : [body, rest].join("\n\n");
  return { share: taken ? share : null, mailto: `mailto:${encodeURIComponent(to)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(mail)}` };
}
