// The explorer at work and at rest: a list of 10,000 rows, the time until something new appears, and what an open page costs while nothing happens.
import type { CDPSession, Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { type Measured, startBuilt } from './process.ts';
import type { BenchRow } from './row.ts';

const HOME = '/_emulator/ui/000000000000/us-east-1/';
const ROWS = 10_000;
const AT_ONCE = 20;
const ROUNDS = 9;
const FRAMES = 90;
const IDLE_MS = 10_000;
/** A page reads again some time after it has read last. */
const REST_MS = 700;

/** Milliseconds, megabytes; of a display with 60 frames a second in the browser of the bench. */
const MAX_RENDER_MS = 50;
const MAX_FRAME_RATIO = 1.2;
const MAX_FILTER_MS = 50;
const MAX_HEAP_MB = 15;
const MAX_APPEAR_MS = 1_000;
const MAX_IDLE_GROWTH_MB = 1;
/** Share of one processor in thousandths. */
const MAX_IDLE_LOAD = 5;

/** Writes a filter into the field and waits until its rows are painted. */
const filterTo = (text: string): string => `new Promise((resolve) => {
  const field = document.querySelector('input.filter');
  const began = performance.now();
  field.value = ${JSON.stringify(text)};
  field.dispatchEvent(new Event('input', { bubbles: true }));
  requestAnimationFrame(() => { document.body.offsetHeight; setTimeout(() => resolve(performance.now() - began)); });
})`;

/** Scrolls a box a screen further with each frame; the 95th percentile of the time between frames. */
const scroll = (box: string): string => `new Promise((resolve) => {
  const box = ${box};
  const times = [];
  let last;
  const step = (now) => {
    if (last !== undefined) times.push(now - last);
    last = now;
    box.scrollTop += 700;
    if (times.length < ${FRAMES}) requestAnimationFrame(step);
    else resolve(times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]);
  };
  requestAnimationFrame(step);
})`;
const BARE_BOX = `(() => {
  document.body.innerHTML = '<div id="box" style="height:700px;overflow:auto"><div style="height:340000px"></div></div>';
  return document.getElementById('box');
})()`;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

export async function explorerPageBench(): Promise<BenchRow[]> {
  const emulator = await startBuilt();
  const { browser, close } = await startBrowser({ whole: true });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const cdp = await page.context().newCDPSession(page);
    await page.goto('about:blank');
    const bareFrame = (await page.evaluate(scroll(BARE_BOX))) as number;
    const appear = await appears(page, emulator);
    const idle = await idling(page, cdp);
    await makeQueues(emulator.url);
    return [appear, ...(await longList(page, cdp, emulator, bareFrame)), ...idle];
  } finally {
    await close();
    await emulator.stop();
  }
}

async function call(url: string, operation: string, input: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `AmazonSQS.${operation}`,
      authorization: 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/sqs/aws4_request, SignedHeaders=host, Signature=0',
    },
    body: JSON.stringify(input),
  });
  if (!response.ok) throw new Error(await response.text());
  await response.arrayBuffer();
}

async function makeQueues(url: string): Promise<void> {
  for (let from = 0; from < ROWS; from += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) => call(url, 'CreateQueue', { QueueName: `queue-${String(from + i).padStart(5, '0')}` })),
    );
}

/** From the answer of the call until its row is in the page, which is not loaded anew. */
async function appears(page: Page, { url }: Measured): Promise<BenchRow> {
  await page.goto(`${url}${HOME}queues`);
  await page.getByText('Nothing is in us-east-1').waitFor();
  await page.getByRole('banner').getByText('Live').waitFor({ state: 'attached' });
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await call(url, 'CreateQueue', { QueueName: `new-${round}` });
    const began = performance.now();
    await page.getByRole('link', { name: `new-${round}`, exact: true }).waitFor();
    times.push(performance.now() - began);
    await page.waitForTimeout(REST_MS);
  }
  const ms = median(times);
  return { what: 'until a resource that was just made is in an open page', figure: `${ms.toFixed(0)} ms`, ratio: ms, limit: MAX_APPEAR_MS };
}

async function longList(page: Page, cdp: CDPSession, { url }: Measured, bareFrame: number): Promise<BenchRow[]> {
  await page.goto(`${url}${HOME}queues`);
  await page.getByText(`10,00${ROUNDS}`, { exact: true }).waitFor();
  const renders: number[] = [];
  const filters: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    filters.push((await page.evaluate(filterTo(`queue-0${round}`))) as number);
    renders.push((await page.evaluate(filterTo(''))) as number);
  }
  const frame = (await page.evaluate(scroll("document.querySelector('.table-box')"))) as number;
  const heap = await heapBytes(cdp);
  const [render, filter] = [median(renders), median(filters)];
  return [
    { what: '10,000 rows: all of them rendered', figure: `${render.toFixed(0)} ms`, ratio: render, limit: MAX_RENDER_MS },
    { what: '10,000 rows: filtered', figure: `${filter.toFixed(0)} ms`, ratio: filter, limit: MAX_FILTER_MS },
    {
      ...{ what: '10,000 rows: between frames while scrolling, p95', figure: `${frame.toFixed(1)} ms`, ratio: frame / bareFrame },
      ...{ limit: MAX_FRAME_RATIO, floor: `${bareFrame.toFixed(1)} ms, a box without content` },
    },
    { what: '10,000 rows: memory of the page', figure: megabytes(heap), ratio: heap / 2 ** 20, limit: MAX_HEAP_MB },
  ];
}

/** With one tab that is open and in sight. */
async function idling(page: Page, cdp: CDPSession): Promise<BenchRow[]> {
  let requests = 0;
  const count = (): void => void requests++;
  await page.waitForTimeout(2_000);
  await cdp.send('Performance.enable');
  const before = { heap: await heapBytes(cdp), busy: await busySeconds(cdp) };
  page.on('request', count);
  await page.waitForTimeout(IDLE_MS);
  page.off('request', count);
  const busy = (await busySeconds(cdp)) - before.busy;
  const growth = Math.max(0, (await heapBytes(cdp)) - before.heap) / 2 ** 20;
  const load = (busy * 1_000_000) / IDLE_MS;
  return [
    { what: 'requests of an idle page in ten seconds', figure: String(requests), ratio: requests, limit: 0 },
    { what: 'processor time of an idle page', figure: `${(load / 10).toFixed(2)} %`, ratio: load, limit: MAX_IDLE_LOAD },
    { what: 'growth of an idle page in ten seconds', figure: `${growth.toFixed(2)} MB`, ratio: growth, limit: MAX_IDLE_GROWTH_MB },
  ];
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

async function heapBytes(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize;
}

/** Seconds that the page's process has worked so far. */
async function busySeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}
