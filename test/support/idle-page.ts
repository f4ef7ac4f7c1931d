// Counts the work of a page in which nothing happens: requests, and timers or frames that it asks for.
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** Milliseconds for which a page is watched. */
const QUIET_MS = 2_000;
const MAX_SETTLING_MS = 60_000;

const WRAP = `(() => {
  const work = (window.work = { asked: 0, pending: 0 });
  const count = (name, end) => {
    const [ask, cancel] = [window[name].bind(window), window[end].bind(window)];
    const open = new Set();
    window[name] = (run, ...rest) => {
      work.asked++;
      work.pending++;
      const id = ask((...given) => { if (open.delete(id)) work.pending--; run(...given); }, ...rest);
      open.add(id);
      return id;
    };
    window[end] = (id) => { if (open.delete(id)) work.pending--; cancel(id); };
  };
  count('setTimeout', 'clearTimeout');
  count('requestAnimationFrame', 'cancelAnimationFrame');
  const every = window.setInterval.bind(window);
  window.setInterval = (...given) => { work.asked++; work.pending++; return every(...given); };
})()`;

interface Work {
  readonly requests: number;
  /** Timers and frames that were asked for. */
  readonly timers: number;
  /** Timers and frames that are yet to come. */
  readonly pending: number;
}

const requestsOf = new WeakMap<Page, { count: number }>();

/** Before the page opens. */
export async function countWork(page: Page): Promise<void> {
  const requests = { count: 0 };
  requestsOf.set(page, requests);
  page.on('request', () => requests.count++);
  await page.addInitScript(WRAP);
}

async function read(page: Page): Promise<Work> {
  const { asked, pending } = (await page.evaluate('window.work')) as { asked: number; pending: number };
  return { requests: requestsOf.get(page)!.count, timers: asked, pending };
}

/**
 * Waits until the page has done nothing for a while, and has no timer ahead: all zero. A page that works on is told by what it did at last. A
 * slow machine only delays the end: a page that asks again and again always has a timer ahead.
 */
export async function workSince(page: Page): Promise<Work> {
  const end = Date.now() + MAX_SETTLING_MS;
  for (let before = await read(page); ; ) {
    await pause(QUIET_MS);
    const after = await read(page);
    const done = { requests: after.requests - before.requests, timers: after.timers - before.timers, pending: after.pending };
    if ((done.requests === 0 && done.timers === 0 && done.pending === 0) || Date.now() > end) return done;
    before = after;
  }
}
