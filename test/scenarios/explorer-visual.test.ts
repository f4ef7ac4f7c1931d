// The main pages of the explorer look as they did: their pictures, wide and narrow, light and dark, are compared with those kept in explorer-visual.
// `EXPLORER_PICTURES=new` makes the pictures anew.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Lambda } from '@aws-sdk/client-lambda';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type * as Main from '../../emulator/src/main.ts';
import { noBrowser, startBrowser } from '../support/browser.ts';
import { commandWords } from '../support/command.ts';
import { clientsOf } from '../support/emulator.ts';
import { MACHINE_ARN, makeShop, placeOrder } from '../support/explorer-data.ts';
import { EXPLORER_BASE } from '../support/explorer-session.ts';
import { fixAnswers, fixedId } from '../support/fixed-answers.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { Pictures } from '../support/pictures.ts';

const START = '2026-01-01T00:00:00Z';
const HEIGHT = 720;
const pictures = new Pictures(fileURLToPath(new URL('explorer-visual', import.meta.url)), process.env['EXPLORER_PICTURES'] === 'new');

interface Shown {
  readonly name: string;
  readonly path: string;
  /** The text that says that the page is there. */
  readonly text: string;
  /** The button that opens a form. */
  readonly press?: string;
}

const PAGES: readonly Shown[] = [
  { name: 'home', path: '', text: 'Nothing has failed.' },
  { name: 'functions', path: 'functions', text: 'process-order' },
  { name: 'function', path: 'functions/process-order', text: 'The result and the log lines of this request appear here.' },
  { name: 'rules', path: 'buses/shop?rule=large-orders', text: 'Add target' },
  { name: 'rule-form', path: 'buses/shop', text: 'orders-to-queue', press: 'Create rule' },
  { name: 'logs', path: `logs?group=${encodeURIComponent('/aws/lambda/process-order')}`, text: 'REPORT' },
  { name: 'event', path: `events/${fixedId(1)}`, text: 'did not match' },
  { name: 'table', path: 'tables/orders', text: 'Grace' },
  { name: 'state-machine', path: `state-machines/${encodeURIComponent(MACHINE_ARN)}`, text: 'Prepare' },
  { name: 'stack', path: 'stacks/shop', text: 'Invoices' },
  { name: 'queues', path: 'queues', text: 'failed-orders' },
  { name: 'requests', path: 'requests?kind=events', text: 'events.PutEvents' },
];

const why = noBrowser || whyNoLongScenario() || pictures.whyNot();
describe.skipIf(isMissing('the pictures of the explorer', why))('the pictures of the explorer', () => {
  let emulator: Main.Emulator;
  let browser: Browser;
  let event = '';
  let close: () => Promise<void>;
  beforeAll(async () => {
    // The bundle of this run has the explorer of the sources as they are.
    const { startEmulator } = (await import(join(dirname((await commandWords())[0]!), 'main.js'))) as typeof Main;
    emulator = await startEmulator({ port: 0, clock: 'manual', environment: {}, log: () => undefined });
    const clients = clientsOf(emulator.url);
    try {
      await makeShop(clients);
      await clients.client(Lambda).invoke({ FunctionName: 'process-order', Payload: Buffer.from('{"id":"o-1"}') });
      event = await placeOrder(clients);
    } finally {
      clients.destroy();
    }
    ({ browser, close } = await startBrowser({ whole: true }));
  });
  afterAll(async () => {
    await close?.();
    await emulator?.stop();
  });

  const open = async ({ path, text, press }: Shown, width: number): Promise<Page> => {
    const page = await browser.newPage({
      viewport: { width, height: HEIGHT },
      reducedMotion: 'reduce',
      timezoneId: 'UTC',
      locale: 'en-US',
    });
    await page.clock.setFixedTime(START);
    await fixAnswers(page, [event]);
    await page.goto(`${emulator.url}${EXPLORER_BASE}${path}`, { waitUntil: 'load' });
    await page.getByRole('main').getByText(text).first().waitFor();
    await page.getByRole('banner').getByText('Live').waitFor({ state: 'attached' });
    if (press === undefined) return page;
    await page.getByRole('button', { name: press, exact: true }).click();
    await page.getByRole('dialog').waitFor();
    return page;
  };

  it.each(PAGES)('$name', async (shown) => {
    for (const width of [1280, 390]) {
      const page = await open(shown, width);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await pictures.check(page, `${shown.name}-${width}-${colorScheme}`);
      }
      await page.close();
    }
  });
});
