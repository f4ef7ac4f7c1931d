// The explorer for everybody: axe finds nothing on any page, in light and dark, wide and narrow; EXPLORER_READONLY takes the writes of every page away.
// It opens every page and looks at it four times, so it runs with LONG_SCENARIOS=1 alone.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Lambda } from '@aws-sdk/client-lambda';
import { SFN } from '@aws-sdk/client-sfn';
import type { Result } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noBrowser } from '../support/browser.ts';
import { makeApis, type ShopApis } from '../support/explorer-apis.ts';
import { MACHINE_ARN, makeShop, placeOrder } from '../support/explorer-data.ts';
import { EXPLORER_BASE, ExplorerSession } from '../support/explorer-session.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { flawsOf, resize } from '../support/page-flaws.ts';

const NEWS_ARN = 'arn:aws:sns:us-east-1:000000000000:news';
/** The lists that no other page of these tests shows. */
const LISTS = [
  ['layers', 'shared'],
  ['connections', 'Connections'],
  ['schedules', 'nightly'],
  ['queues', 'failed-orders'],
  ['streams', 'clicks'],
  ['delivery-streams', 'audit'],
  ['clusters', 'shop'],
  ['buckets', 'uploads'],
  ['tables', 'orders'],
  ['stacks', 'shop'],
  ['parameters', '/shop/table'],
  ['roles', 'worker'],
  ['log-groups', 'Log groups'],
] as const;

interface Shop extends ShopApis {
  /** The id of one that some rules took and others did not. */
  readonly event: string;
  readonly executionArn: string;
}

/** Every page of every kind, and the ids that they need. */
async function makeWholeShop(session: ExplorerSession): Promise<Shop> {
  await makeShop(session);
  const event = await placeOrder(session);
  const { executionArn = '' } = await session.client(SFN).startExecution({ stateMachineArn: MACHINE_ARN, input: '{"total":1}' });
  return { ...(await makeApis(`${session.emulator.url}/_emulator/health`, session)), event, executionArn };
}

/** A page of every kind, and the text that says that it is there. */
const pagesOf = ({
  httpApi,
  socketApi,
  restApi,
  clusterArn,
  graphqlApi,
  poolId,
  event,
  executionArn,
}: Shop): readonly (readonly [path: string, shown: string])[] => [
  ['apis', httpApi],
  [`apis/${httpApi}`, 'HTTP_PROXY'],
  [`apis/${httpApi}?tab=try`, 'The answer appears here.'],
  [`apis/${socketApi}?tab=try`, 'Nothing was sent'],
  ['rest-apis', restApi],
  [`rest-apis/${restApi}`, 'MOCK'],
  [`rest-apis/${restApi}?tab=try`, 'The answer appears here.'],
  ['graphql-apis', 'news'],
  [`graphql-apis/${graphqlApi}`, 'The answer appears here'],
  [`graphql-apis/${graphqlApi}?tab=resolvers`, 'Query.hello'],
  ['user-pools', 'people'],
  [`user-pools/${poolId}`, 'ana@example.com'],
  [`user-pools/${poolId}?tab=messages`, 'ana@example.com'],
  [`clusters/${encodeURIComponent(clusterArn)}`, 'The cluster has no topic.'],
  ['', 'Problems'],
  ['problems', 'Nothing has failed.'],
  ['functions', 'process-order'],
  ['functions/process-order', 'The result and the log lines of this request appear here.'],
  ['functions/process-order?tab=triggers', 'Who may invoke it'],
  ['layers/shared', 'Versions'],
  ['buses', 'shop'],
  ['buses/shop?rule=large-orders', 'Add target'],
  ['buses/shop?tab=send', 'Send event'],
  ['archives', 'Archives keep the events of a bus'],
  ['requests', 'events.PutEvents'],
  ['map', 'PutEvents'],
  ['metrics', 'TableName'],
  ['alarms', 'Alarms watch a metric'],
  ['dashboards', 'Dashboards show metrics'],
  ['queues/orders?tab=metrics', 'Depth'],
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
  ['roles/worker?tab=permissions', 'Calls are not judged'],
  ['repositories', 'shop/orders'],
  ['schedules/default%2Fnightly', 'rate(1 day)'],
  ['pipes', 'Pipes read from a source'],
  ...LISTS,
  [`events/${event}`, 'did not match'],
  [`requests/${event}`, 'events.PutEvents'],
  [`state-machines/${encodeURIComponent(MACHINE_ARN)}?tab=executions&execution=${encodeURIComponent(executionArn)}`, 'SUCCEEDED'],
  [`topics/${encodeURIComponent(NEWS_ARN)}`, 'Subscribe'],
  ['repositories/shop%2Forders', 'shop/orders'],
  ['functions/process-order?tab=configuration', 'TABLE'],
  ['tables/orders?tab=statement', 'Run'],
  ['stacks/shop?tab=events', 'CREATE_COMPLETE'],
  ['absent', 'No such page'],
];

/** A page's policy takes no script from outside: axe comes through the debugger, before the page's own scripts. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** To describe all that is in order, and to hand it out of the page, would take four fifths of the time. */
const runOf = (options: object): string =>
  `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...options })}).then(({ violations }) => violations)`;
const EVERY_RULE = runOf({});
/** The rules that look at colours: the others find in the dark what they find in the light. */
const RULES_OF_COLOURS = runOf({ runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } });

async function findings(page: Page, run = EVERY_RULE): Promise<string[]> {
  const violations = (await page.evaluate(run)) as readonly Result[];
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
      pages = pagesOf(await makeWholeShop(session));
    });
    afterAll(() => session.stop());

    it('is open to everybody, in light and dark, 1280 and 390 wide', async () => {
      const page = await session.browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
      await page.addInitScript({ content: AXE });
      const look = async (path: string): Promise<void> => {
        for (const width of [1280, 390]) {
          await resize(page, width, 900);
          const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
          expect([path, width, 'pixels beyond the window', overflow]).toEqual([path, width, 'pixels beyond the window', 0]);
          expect([path, width, await flawsOf(page)]).toEqual([path, width, []]);
          const looks = { light: EVERY_RULE, dark: RULES_OF_COLOURS } as const;
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            expect([path, width, colorScheme, await findings(page, looks[colorScheme])]).toEqual([path, width, colorScheme, []]);
          }
        }
        await page.setViewportSize({ width: 1280, height: 900 });
      };
      for (const [path, shown] of pages) {
        await show(page, session, path, shown);
        await look(path);
      }
      await show(page, session, 'functions', 'process-order');
      await page.getByRole('button', { name: 'Create function' }).click();
      await page.getByRole('dialog').waitFor();
      await look('a form');
      await page.close();
    }, 900_000);

    it('hears of images without a text and of text that is hard to read', async () => {
      const page = await session.browser.newPage();
      await page.addInitScript({ content: AXE });
      await page.goto(`${session.emulator.url}/_emulator/health`);
      await page.setContent(
        '<html lang="en"><title>t</title><main><h1>t</h1><img src="data:,"><p style="color: #ccc">pale</p></main></html>',
      );
      const found = (await findings(page)).map((finding) => finding.split(' ')[0]);
      expect(found.sort()).toEqual(['color-contrast', 'image-alt']);
      expect((await findings(page, RULES_OF_COLOURS)).map((finding) => finding.split(' ')[0])).toEqual(['color-contrast']);
      await page.close();
    });

    it('looks at layouts as one looks at pictures: text cut off, words that break, placeholders too long, controls that are covered', async () => {
      const page = await session.browser.newPage();
      await page.setContent(`<p style="width: 40px; overflow: hidden; white-space: nowrap">cut off at the side</p>
        <p style="width: 30px; overflow-wrap: anywhere">another value</p><input placeholder="longer than its field is" style="width: 60px">
        <button>below</button><div style="position: fixed; inset: 0"></div>`);
      const kinds = (await flawsOf(page)).map((flaw) => flaw.split(':')[0]);
      expect([...new Set(kinds)].sort()).toEqual(['breaks inside', 'covered', 'cut off', 'does not fit']);
      await page.close();
    });

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
    pages = pagesOf(await makeWholeShop(session));
  });
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
  });
});
