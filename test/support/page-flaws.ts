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
  // The edges of the map cross, and an edge has its middle where another one runs: the table below has the same links.
  for (const element of all.filter((one) => one.matches('button, a, input, select, textarea') && !one.closest('.map a.edge'))) {
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

/** Sets the width of the window, and waits until the page is laid out for it: two frames later, its observers of sizes have drawn. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))))');
}

/** Empty where nothing is amiss in the part of the page that is in sight. */
export const flawsOf = async (page: Page): Promise<string[]> => (await page.evaluate(LOOK)) as string[];

/** Boxes that reach out of theirs, cells that lie on others, values of cards that stand under their labels, and text that is shortened without a way to read the rest. */
const LAYOUT = `(() => {
  const flaws = [];
  const name = (element) => element.tagName.toLowerCase() + (element.className ? '.' + String(element.className).split(' ')[0] : '');
  const textOf = (element) => (element.innerText ?? element.textContent ?? '').trim().slice(0, 50);
  const seen = (element) => element.checkVisibility() && !element.closest('.visually-hidden, .skip, svg, option');
  const textsIn = (element) => {
    const texts = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode()); ) if (seen(node.parentElement)) texts.push(node);
    return texts;
  };
  // These scroll on purpose, inside a frame of their own.
  const scrolls = '.pre, .log-lines, .graph, .map, textarea, .tabs, .windowed, select';
  const main = document.querySelector('main');
  const edge = main.getBoundingClientRect();
  for (const element of main.querySelectorAll('*')) {
    if (!seen(element) || (element.parentElement && element.parentElement.closest(scrolls))) continue;
    const box = element.getBoundingClientRect();
    if (box.width > 0 && (box.right > edge.right + 1 || box.left < edge.left - 1)) flaws.push('out of the page: ' + name(element) + ' ' + textOf(element));
    const style = getComputedStyle(element);
    const clips = style.overflowX !== 'visible' && !element.matches(scrolls + ', input');
    const isCut = element.scrollWidth > element.clientWidth + 1 || (style.webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight + 1);
    if (clips && isCut) {
      if (style.textOverflow !== 'ellipsis' && style.webkitLineClamp === 'none') flaws.push('cut off: ' + name(element) + ' ' + textOf(element));
      else if (!element.closest('[title]') && !element.closest('td')?.querySelector('.copy')) flaws.push('not to be read whole: ' + name(element) + ' ' + textOf(element));
    }
  }
  for (const cell of main.querySelectorAll('.cards td[data-label]')) {
    const room = cell.getBoundingClientRect();
    for (const part of [...cell.children].filter(seen))
      if (part.getBoundingClientRect().left < room.left + room.width / 6) flaws.push('under its label: ' + textOf(part));
  }
  for (const row of main.querySelectorAll('tr')) {
    if (!seen(row)) continue;
    const table = row.closest('table').getBoundingClientRect();
    const cells = [...row.children].filter(seen);
    cells.forEach((cell, i) => {
      const box = cell.getBoundingClientRect();
      if (box.right > table.right + 1) flaws.push('out of the table: ' + textOf(cell));
      // Text that is folded has boxes, too.
      const rects = textsIn(cell).flatMap((text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        return [...range.getClientRects()];
      });
      for (const rect of rects)
        // The blank at the end of a line may hang over its edge.
        if (rect.width > 6 && rect.right > box.right + 1) {
          // Text that is cut with an ellipsis still has its whole box.
          const hidden = [...cell.querySelectorAll('*')].some((one) => getComputedStyle(one).overflowX === 'hidden' && one.scrollWidth > one.clientWidth);
          if (!hidden) flaws.push('out of its cell: ' + textOf(cell));
          break;
        }
      for (const other of cells.slice(i + 1)) {
        const there = other.getBoundingClientRect();
        const across = Math.min(box.right, there.right) - Math.max(box.left, there.left);
        const down = Math.min(box.bottom, there.bottom) - Math.max(box.top, there.top);
        if (across > 1 && down > 1) flaws.push('on another cell: ' + textOf(cell) + ' | ' + textOf(other));
      }
    });
  }
  return [...new Set(flaws)];
})()`;

/** Empty where every box of the page lies within its own, at the width that the window has. */
export const layoutFlawsOf = async (page: Page): Promise<string[]> => (await page.evaluate(LAYOUT)) as string[];
