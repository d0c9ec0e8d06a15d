// Making nodes. Text from the stream is hostile: it gets onto the page through `seen` alone, which makes text nodes of
// it and shows as an escape what cannot be seen as itself or would move what stands around it.

const HIDDEN = /(?:(?! )[\p{C}\p{Z}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\uffa0\u{e0100}-\u{e01ef}])+|\p{M}{5,}/gu;
const SHORT = { 9: "\\t", 10: "\\n", 13: "\\r" };

function el(tag, className = "", ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

function button(label, className, onClick, title = "") {
  const node = el("button", className, label);
  node.type = "button";
  if (title) node.title = title;
  node.addEventListener("click", onClick);
  return node;
}

function escapeOf(character) {
  const code = character.codePointAt(0);
  if (SHORT[code]) return SHORT[code];
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
}

// A pile of marks over one letter would cover the lines around it, so that it is only counted.
function inEscapes(run) {
  const characters = Array.from(run, escapeOf);
  return /^\p{M}/u.test(run) && !/\p{C}/u.test(run) ? `${characters[0]}…×${characters.length}` : characters.join("");
}

function escaped(text) {
  return text.replace(HIDDEN, inEscapes);
}

// Append text to a node; a line feed is shown, and breaks the line too where `breaks` says so.
function seen(node, text, breaks = false) {
  let from = 0;
  for (const found of text.matchAll(HIDDEN)) {
    if (found.index > from) node.append(text.slice(from, found.index));
    const run = escaped(found[0]);
    node.append(el("span", "odd", breaks ? run.replaceAll("\\n", "\\n\n") : run));
    from = found.index + found[0].length;
  }
  if (from < text.length) node.append(text.slice(from));
  return node;
}

function label(tag, className, text) {
  return seen(el(tag, className), text);
}

// Cut text for a label, never within a pair of surrogates.
function shortened(text, most) {
  if (text.length <= most) return text;
  const end = most - 1;
  return `${text.slice(0, /[\ud800-\udbff]/.test(text[end - 1]) ? end - 1 : end)}…`;
}

function counted(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

function clamp(value, least, most) {
  return Math.max(least, Math.min(most, value));
}

// The place of the last number that is not greater than one, in an ascending list; -1 if there is none.
function lastUpTo(numbers, most) {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function laterOnce(delay, run) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...given), delay);
  };
}
