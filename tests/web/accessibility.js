// What can be said about a page's accessibility without a library: names, headings, labels, contrast,
// and what can be reached by keyboard. Run in the page; the answer is a list of complaints.

export const ACCESSIBILITY = `(() => {
  const found = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const told = (one) => one.outerHTML.slice(0, 90);
  const seen = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== "hidden";
  const complain = (what, list) => { for (const one of list) found.push(what + ": " + told(one)); };

  if (!document.documentElement.lang) found.push("no language");
  if (!document.title.trim()) found.push("no title");
  if (all("h1").length !== 1) found.push(all("h1").length + " first headings");
  if (all("main").length !== 1) found.push(all("main").length + " main parts");
  let level = 0;
  for (const one of all("h1, h2, h3, h4").filter(seen)) {
    const own = Number(one.tagName[1]);
    if (own > level + 1) found.push("a heading leaves out a level: " + told(one));
    level = own;
  }

  const ids = all("[id]").map((one) => one.id);
  for (const id of new Set(ids.filter((id, i) => ids.indexOf(id) !== i))) found.push("id twice: " + id);
  for (const attribute of ["for", "aria-labelledby", "aria-describedby"])
    complain(attribute + " leads nowhere", all("[" + attribute + "]").filter((one) =>
      one.getAttribute(attribute).split(" ").some((id) => !document.getElementById(id))));

  const name = (one) => one.getAttribute("aria-label") || one.title || one.alt ||
    (one.labels && [...one.labels].map((label) => label.textContent).join("").trim()) ||
    (one.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join("") ||
    one.textContent;
  complain("no name", all("a[href], button, input, select, iframe, [role=group], summary").filter((one) => !name(one).trim()));
  complain("no text for it", all("img").filter((one) => !one.hasAttribute("alt")));
  complain("neither hidden nor named", all("svg").filter((one) => !one.closest("[aria-hidden=true]") && !one.getAttribute("aria-labelledby")));
  complain("a head of what", all("th").filter((one) => !one.closest("table").tHead && !one.scope));
  complain("order of keys changed", all("[tabindex]").filter((one) => one.tabIndex > 0));
  complain("scrolls, and no key gets there", all("body *").filter((one) =>
    seen(one) && /auto|scroll/.test(getComputedStyle(one).overflowX + getComputedStyle(one).overflowY) &&
    (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1) &&
    one.tabIndex < 0 && !one.querySelector("a[href], button, input, select, [tabindex='0']")));

  const parse = (text) => (text.match(/[0-9.]+/g) ?? [0, 0, 0, 0]).map(Number);
  const over = (front, back) => {
    const share = front[3] ?? 1;
    return [0, 1, 2].map((i) => front[i] * share + back[i] * (1 - share));
  };
  const ground = (one) => {
    const layers = [];
    for (let at = one; at; at = at.parentElement) layers.push(parse(getComputedStyle(at).backgroundColor));
    const page = matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18] : [255, 255, 255];
    return layers.reverse().reduce((back, layer) => over(layer, back), page);
  };
  const light = (colour) => {
    const [r, g, b] = colour.slice(0, 3).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  for (const one of all("body *")) {
    if (!seen(one) || one.closest("svg, [disabled], [aria-hidden=true]")) continue;
    if (![...one.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim())) continue;
    const style = getComputedStyle(one);
    const back = ground(one);
    const two = [light(over(parse(style.color), back)), light(back)].sort((a, b) => b - a);
    const ratio = (two[0] + 0.05) / (two[1] + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) found.push("contrast " + ratio.toFixed(2) + ": " + told(one));
  }
  return found;
})()`;
