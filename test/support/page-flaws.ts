// Flaws that one would see in a picture of a page, told from its layout, on any machine: pictures (pictures.ts) hold for the fonts of one alone.
import type { Page } from 'playwright-core';

/** Text that is cut off without a sign, words that break inside, placeholders that do not fit, controls that something covers. */
const LOOK = `(() => {
  const flaws = [];
  const name = (element) => element.tagName.toLowerCase() + (element.className ? '.' + String(element.className).split(' ')[0] : '');
  const seen = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1 && !element.closest('.visually-hidden, .skip');
  // A dialog covers the rest of the page on purpose.
  const root = document.querySelector('dialog[open]') ?? document.body;
  const all = [...root.querySelectorAll('*')].filter(seen);
  const pen = document.createElement('canvas').getContext('2d');
  for (const element of all) {
    const style = getComputedStyle(element);
    const text = (element.innerText ?? '').slice(0, 60);
    const clips = style.overflowX === 'hidden' || style.overflowX === 'clip';
    if (clips && style.textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1)
      flaws.push('cut off: ' + name(element) + ' ' + text);
    if (element.matches('input') && element.placeholder && !element.value) {
      pen.font = style.font;
      const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      if (pen.measureText(element.placeholder).width > room + 1) flaws.push('does not fit: ' + element.placeholder);
    }
  }
  const words = /(?<![^\\s(“])[A-Za-z]{2,14}(?![^\\s,.;:)”?])/g;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); ) {
    const parent = node.parentElement;
    if (!seen(parent) || parent.closest('.mono, pre, code, textarea, select, option, svg, .log-line')) continue;
    for (const { 0: word, index } of node.data.matchAll(words)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) flaws.push('breaks inside: ' + word);
    }
  }
  for (const element of all.filter((one) => one.matches('button, a, input, select, textarea'))) {
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    let shown = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    for (let up = element.parentElement; up && shown; up = up.parentElement) {
      if (getComputedStyle(up).overflowX === 'visible') continue;
      const edge = up.getBoundingClientRect();
      shown = up === document.documentElement || (x > edge.left && x < edge.right && y > edge.top && y < edge.bottom);
    }
    const on = shown && document.elementFromPoint(x, y);
    if (on && !element.contains(on) && !on.contains(element)) flaws.push('covered: ' + name(element) + ' by ' + name(on));
  }
  return flaws;
})()`;

/** Empty where nothing is amiss in the part of the page that is in sight. */
export const flawsOf = async (page: Page): Promise<string[]> => (await page.evaluate(LOOK)) as string[];
