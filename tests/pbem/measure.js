// Measures every mail on the page, each in a frame of its own, and leaves the findings as JSON.
function luminance([r, g, b]) {
  const [x, y, z] = [r, g, b].map(v => v / 255).map(v =>
    v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}
function colour(text) { return text.match(/[\d.]+/g).map(Number); }
function ground(element) {
  for (; element; element = element.parentElement) {
    const c = colour(getComputedStyle(element).backgroundColor);
    if (c.length < 4 || c[3] > 0) return c.slice(0, 3);
  }
  return null;
}
// What is drawn: how wide and high, its lines, and how high its smallest letters are.
function drawn(svg) {
  const box = svg.getBoundingClientRect();
  const lines = [...svg.querySelectorAll("polyline")].filter(line => {
    const one = line.getBoundingClientRect();
    return one.width > box.width / 2 && getComputedStyle(line).stroke !== "none";
  });
  const letters = [...svg.querySelectorAll("text")].map(text => text.getBoundingClientRect().height);
  return { width: box.width, height: box.height, lines: lines.length, letters: Math.min(...letters) };
}
// The words of a text that stand on two lines, but for rows of digits and what is as long as a line.
function cut(node) {
  const found = [], range = document.createRange();
  for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{M}\d]{2,}/gu)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const tops = [...range.getClientRects()].filter(box => box.width).map(box => Math.round(box.top));
    if (word.length < 30 && Math.max(...tops) - Math.min(...tops) > 6) found.push(word);
  }
  return found;
}
function measured(frame) {
  const doc = frame.contentDocument, width = Number(frame.dataset.width), bad = [];
  if (doc.documentElement.scrollWidth > width) bad.push("scrolls sideways");
  for (const element of doc.body.querySelectorAll("*")) {
    const box = element.getBoundingClientRect();
    if (box.width && box.height && (box.right > width + 0.5 || box.left < -0.5))
      bad.push(`overflows: ${element.tagName} ${element.textContent.trim().slice(0, 30)}`);
    if (element.tagName === "A" && (box.width < 44 || box.height < 44))
      bad.push(`too small to tap: ${element.textContent.trim()} ${box.width}x${box.height}`);
  }
  let contrast = 21;
  const walk = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const parent = node.parentElement, text = node.data.trim();
    if (!text || text === "\u00a0" || !parent.getClientRects().length) continue;
    if (parent.closest("[style*='display:none']")) continue;
    bad.push(...cut(node).map(word => `cut in two: ${word}`));
    const behind = ground(parent);
    if (!behind) { bad.push(`no background: ${text.slice(0, 20)}`); continue; }
    const [light, dark] = [luminance(colour(getComputedStyle(parent).color)), luminance(behind)]
      .sort((a, b) => b - a);
    contrast = Math.min(contrast, (light + 0.05) / (dark + 0.05));
  }
  return { name: frame.dataset.name, bad, contrast, links: doc.links.length,
    h1: doc.querySelectorAll("h1").length, charts: [...doc.querySelectorAll("svg")].map(drawn) };
}
window.onload = () => {
  const found = [...document.querySelectorAll("iframe")].map(measured);
  const out = document.createElement("pre");
  out.id = "found";
  out.textContent = JSON.stringify(found);
  document.body.replaceChildren(out);
};
