// The explorer for everybody: axe finds nothing on any page, in light and dark, wide and narrow; EXPLORER_READONLY takes the writes of every page away.
// It opens every page and looks at it four times, so it runs with LONG_SCENARIOS=1 alone.
import { fileURLToPath } from 'node:url';
import { Lambda } from '@aws-sdk/client-lambda';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMissing } from '#lib/testing/is-missing';
import { noBrowser } from '../support/browser.ts';
import { makeApis, type ShopApis } from '../support/explorer-apis.ts';
import { MACHINE_ARN, makeShop, placeOrder } from '../support/explorer-data.ts';
import { EXPLORER_BASE, ExplorerSession } from '../support/explorer-session.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';

/** A page of every kind, and the text that says that it is there. */
const pagesOf = ({ httpApi, socketApi, restApi, clusterArn }: ShopApis): readonly (readonly [path: string, shown: string])[] => [
  ['apis', httpApi],
  [`apis/${httpApi}`, 'HTTP_PROXY'],
  [`apis/${httpApi}?tab=try`, 'The answer appears here.'],
  [`apis/${socketApi}?tab=try`, 'Nothing was sent'],
  ['rest-apis', restApi],
  [`rest-apis/${restApi}`, 'MOCK'],
  [`rest-apis/${restApi}?tab=try`, 'The answer appears here.'],
  [`clusters/${encodeURIComponent(clusterArn)}`, 'The cluster has no topic.'],
  ['', 'Calls that failed'],
  ['functions', 'process-order'],
  ['functions/process-order', 'The result and the log lines of this request appear here.'],
  ['functions/process-order?tab=triggers', 'Who may invoke it'],
  ['layers/shared', 'Versions'],
  ['buses', 'shop'],
  ['buses/shop?rule=large-orders', 'Add target'],
  ['buses/shop?tab=send', 'Send event'],
  ['archives', 'Archives keep the events of a bus'],
  ['requests', 'events.PutEvents'],
  ['faults', 'No call is made to fail'],
  ['snapshots', 'No state is saved'],
  ['state-machines', 'order'],
  [`state-machines/${encodeURIComponent(MACHINE_ARN)}`, 'Prepare'],
  ['events', 'OrderPlaced'],
  ['sandbox', 'The event matches.'],
  ['logs', 'Logs'],
  ['calls', 'lines'],
  ['simulator', 'Simulate'],
  ['queues/orders', 'Send message'],
  ['topics', 'news'],
  ['streams/clicks', 'The shard has no records.'],
  ['delivery-streams/audit', 'Put record'],
  ['buckets/uploads', 'readme.txt'],
  ['tables/orders', 'Grace'],
  ['stacks/shop', 'Invoices'],
  ['parameters/%2Fshop%2Ftable', 'Change value'],
  ['secrets', 'shop/database'],
  ['keys', 'arn:aws:kms'],
  ['roles/worker', 'Trust policy'],
  ['repositories', 'shop/orders'],
  ['schedules/default%2Fnightly', 'rate(1 day)'],
  ['pipes', 'Pipes read from a source'],
  ['absent', 'No such page'],
];

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
  }[];
}

async function findings(page: Page): Promise<string[]> {
  const { violations } = (await page.evaluate('axe.run(document)')) as AxeResult;
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`));
}

/** Opens a page and waits for that text. */
async function show(page: Page, session: ExplorerSession, path: string, text: string): Promise<void> {
  await page.goto(`${session.emulator.url}${EXPLORER_BASE}${path}`, { waitUntil: 'load' });
  await page.getByRole('main').getByText(text).first().waitFor();
}

describe.skipIf(isMissing('every page of the explorer in a browser', noBrowser || whyNoLongScenario()))(
  'every page of the explorer',
  () => {
    const session = new ExplorerSession();
    let pages: ReturnType<typeof pagesOf>;
    beforeAll(async () => {
      await session.start();
      await makeShop(session);
      await placeOrder(session);
      pages = pagesOf(await makeApis(`${session.emulator.url}/_emulator/health`, session));
    }, 90_000);
    afterAll(() => session.stop());

    it('is open to everybody, in light and dark, 1280 and 390 wide', async () => {
      const page = await session.browser.newPage({ reducedMotion: 'reduce' });
      for (const [path, shown] of pages) {
        await page.setViewportSize({ width: 1280, height: 900 });
        await show(page, session, path, shown);
        // The page's policy takes no script from outside: axe comes through the debugger.
        await page.evaluate(axe.source);
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 900 });
          const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
          expect([path, width, 'pixels beyond the window', overflow]).toEqual([path, width, 'pixels beyond the window', 0]);
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            expect([path, width, colorScheme, await findings(page)]).toEqual([path, width, colorScheme, []]);
          }
        }
      }
      await page.close();
    }, 900_000);

    it.runIf(process.env['EXPLORER_SCREENSHOT'])('makes the picture of docs/explorer.md', async () => {
      const id = await placeOrder(session);
      const page = await session.browser.newPage({ viewport: { width: 1280, height: 760 }, colorScheme: 'light' });
      await show(page, session, `events/${id}`, 'did not match');
      await page.screenshot({ path: fileURLToPath(new URL('../../emulator/docs/explorer.png', import.meta.url)) });
      await page.close();
    });
  },
);

describe.skipIf(isMissing('the read-only explorer in a browser', noBrowser || whyNoLongScenario()))('the read-only explorer', () => {
  const session = new ExplorerSession();
  let pages: ReturnType<typeof pagesOf>;
  beforeAll(async () => {
    await session.start({ EXPLORER_READONLY: '1' });
    await makeShop(session);
    await placeOrder(session);
    pages = pagesOf(await makeApis(`${session.emulator.url}/_emulator/health`, session));
  }, 90_000);
  afterAll(() => session.stop());

  it('has no write on any page', async () => {
    const page = await session.browser.newPage();
    const writes = page.getByRole('button', {
      name: /^(Create |Delete|Purge|Add target|Upload|New item|Send message|Publish|Put record|Remove|Change value|Start execution|Add fault|Save snapshot|Restore)/,
    });
    for (const [path, shown] of pages) {
      // The text of some pages is that of a write.
      if (/^(Add target|Send message|Put record|Change value)/.test(shown)) {
        await page.goto(`${session.emulator.url}${EXPLORER_BASE}${path}`, { waitUntil: 'load' });
        await page.getByRole('main').getByRole('heading').first().waitFor();
      } else await show(page, session, path, shown);
      await page.getByText('read only', { exact: true }).waitFor();
      expect([path, await writes.count()]).toEqual([path, 0]);
    }
    await show(page, session, 'functions/process-order', 'process-order');
    expect(await page.getByRole('button', { name: 'Invoke' }).isDisabled()).toBe(true);
    expect((await session.client(Lambda).listFunctions()).Functions).toHaveLength(1);
  }, 300_000);
});
