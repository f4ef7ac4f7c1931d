// The explorer: how much a browser loads, when the first text is painted, when the counts at home are complete; against a bare page in the same browser.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { explorerFolder } from '../../emulator/src/gateway/explorer/explorer.ts';
import { noBrowser, startBrowser } from '../support/browser.ts';
import { explorerPageBench } from './explorer-page.ts';
import { startBuilt } from './process.ts';
import type { BenchRow } from './row.ts';

const ROUNDS = 7;
const HOME = '/_emulator/ui/000000000000/us-east-1/';
/** A browser's answer to "when was the first text painted", in milliseconds after the navigation began. */
const FIRST_PAINT = `new Promise((resolve) => new PerformanceObserver((list) => {
  const [paint] = list.getEntriesByName('first-contentful-paint');
  if (paint) resolve(paint.startTime);
}).observe({ type: 'paint', buffered: true }))`;
/** When no count is missing any more. */
const COUNTED = `new Promise((resolve) => { const look = () => document.querySelector('.groups[aria-busy="false"]')
  ? resolve(performance.now()) : requestAnimationFrame(look); look(); })`;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const kilobytes = (bytes: number): number => bytes / 1024;

/** The bars on a machine that is quiet, where a bare page takes 35 ms: 200 ms for the first text, 400 ms for the counts. */
const MAX_PAINT_RATIO = 6;
const MAX_COUNTED_RATIO = 12;

export async function explorerBench(): Promise<BenchRow[]> {
  const rows = sizes();
  if (noBrowser) return rows;
  const emulator = await startBuilt();
  const floor = await barePage();
  const { browser, close } = await startBrowser({ whole: true });
  try {
    const bare: number[] = [];
    const paints: number[] = [];
    const counts: number[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      bare.push(await measured(browser, floor.url, FIRST_PAINT));
      paints.push(await measured(browser, emulator.url + HOME, FIRST_PAINT));
      counts.push(await measured(browser, emulator.url + HOME, COUNTED));
    }
    const [raw, paint, counted] = [median(bare), median(paints), median(counts)];
    return [
      ...rows,
      compared('first text of the explorer, nothing cached', paint, raw, MAX_PAINT_RATIO),
      compared('all counts at home, nothing cached', counted, raw, MAX_COUNTED_RATIO),
      { what: 'the same, for the first time after the start', figure: `${counts[0]!.toFixed(0)} ms` },
      ...(await explorerPageBench()),
    ];
  } finally {
    await close();
    floor.close();
    await emulator.stop();
  }
}

const compared = (what: string, ms: number, rawMs: number, limit: number): BenchRow => ({
  ...{ what, limit, figure: `${ms.toFixed(0)} ms`, ratio: ms / rawMs },
  floor: `${rawMs.toFixed(0)} ms, a bare page in the same browser`,
});

/** Compressed, as browsers get them. */
function sizes(): BenchRow[] {
  const folder = explorerFolder();
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const assets = join(folder, 'assets');
  const names = readdirSync(assets);
  const bytesOf = (of: Iterable<string>): number =>
    [...of].reduce((sum, name) => sum + statSync(join(assets, names.includes(`${name}.gz`) ? `${name}.gz` : name)).size, page.length);
  const all = names.filter((name) => !/\.(gz|br)$/.test(name));
  const first = all.filter((name) => page.includes(name));
  // Files of groups of pages: each loads what it imports with it.
  const groups = all.filter((name) => name.endsWith('.js') && !/^(app|chunk)-/.test(name));
  const most = Math.max(...groups.map((name) => bytesOf(withImports(assets, name, new Set(first)))));
  const row = (what: string, bytes: number, limit: number): BenchRow => ({
    ...{ what, figure: `${kilobytes(bytes).toFixed(1)} KB`, ratio: kilobytes(bytes), limit },
  });
  return [
    row('first load of the explorer, compressed', bytesOf(first), 35),
    row('the most that one of its pages loads, nothing cached', most, 60),
    // Nobody loads all of them: plots, alarms and dashboards are a file of their own, of 6 KB; GraphQL and users take 3 KB.
    row('all files of the explorer, compressed', bytesOf(all), 109),
  ];
}

/** Adds a file and all that it imports at once. */
function withImports(assets: string, name: string, loaded: Set<string>): Set<string> {
  if (loaded.has(name)) return loaded;
  loaded.add(name);
  const text = readFileSync(join(assets, name), 'utf8');
  for (const [, imported = ''] of text.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)) withImports(assets, imported, loaded);
  return loaded;
}

/** Without a cache: a context of its own. */
async function measured(browser: Browser, url: string, expression: string): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'commit' });
    return (await page.evaluate(expression)) as number;
  } finally {
    await context.close();
  }
}

async function barePage(): Promise<{ url: string; close(): void }> {
  const body = '<!doctype html><meta charset="utf-8"><title>bare</title><p>Text</p>';
  const server = http.createServer((_, response) => response.setHeader('content-type', 'text/html').end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
