// The layout of every list and every page of the explorer with names as long as those of real projects: nothing is out of sight, cut off or on top of another.
// It looks at each page six times, so it runs with LONG_SCENARIOS=1 alone.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noBrowser } from '../support/browser.ts';
import { makeShop } from '../support/explorer-data.ts';
import { LONG, type LongData, makeLongData } from '../support/explorer-long-data.ts';
import { EXPLORER_BASE, ExplorerSession } from '../support/explorer-session.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { layoutFlawsOf, resize } from '../support/page-flaws.ts';

const WIDTHS = [1280, 1440, 390];
const SMALL = LONG.toLowerCase();
const named = (section: string, name = LONG): string => `${section}/${encodeURIComponent(name)}`;

const LISTS = [
  ...['functions', 'layers', 'state-machines', 'apis', 'rest-apis', 'buses', 'archives', 'connections', 'schedules', 'pipes'],
  ...['queues', 'topics', 'streams', 'delivery-streams', 'clusters', 'buckets', 'tables', 'stacks', 'parameters', 'secrets'],
  ...[
    'keys',
    'roles',
    'repositories',
    'log-groups',
    'problems',
    'requests',
    'requests?show=problems',
    'events',
    'calls',
    'faults',
    'snapshots',
  ],
];

const pagesOf = (data: LongData): string[] => [
  '',
  ...LISTS,
  ...['', '?tab=logs', '?tab=versions', '?tab=triggers', '?tab=configuration', '?tab=activity', '?tab=record'].map(
    (tab) => named('functions') + tab,
  ),
  named('layers'),
  ...['', '?tab=executions', '?tab=definition', `?tab=executions&execution=${encodeURIComponent(data.executionArn)}`].map(
    (tab) => named('state-machines', data.machineArn) + tab,
  ),
  ...['', '?tab=try', '?tab=stages'].flatMap((tab) => [`apis/${data.httpApi}${tab}`, `rest-apis/${data.restApi}${tab}`]),
  ...['', `?rule=${LONG.slice(0, 60)}`, '?tab=send', '?tab=archives', '?tab=policy'].map((tab) => named('buses') + tab),
  named('archives', LONG.slice(0, 48)),
  named('connections'),
  named('schedules', `default/${LONG}`),
  named('pipes'),
  ...['', '?tab=policy', '?tab=activity'].map((tab) => named('queues') + tab),
  ...['', '?tab=activity'].map((tab) => named('topics', data.topicArn) + tab),
  ...['', '?tab=shards'].map((tab) => named('streams') + tab),
  named('delivery-streams'),
  named('clusters', data.clusterArn),
  ...['', `?prefix=${encodeURIComponent(`invoices/${LONG}/`)}`].map((prefix) => named('buckets', SMALL) + prefix),
  ...['', '?tab=statement', '?tab=indexes'].map((tab) => named('tables') + tab),
  ...['', '?tab=events', '?tab=drift', '?tab=template', '?tab=activity'].map((tab) => named('stacks') + tab),
  ...['', '?tab=versions'].map((tab) => named('parameters', `/shop/production/${LONG}`) + tab),
  named('secrets', data.secretArn),
  named('keys', data.keyId),
  ...['', '?tab=policies'].map((tab) => named('roles') + tab),
  named('repositories', `shop/${SMALL}`),
  ...['', '?tab=streams'].map((tab) => named('log-groups', `/aws/lambda/${LONG}`) + tab),
  `events/${data.event}`,
  `requests/${data.event}`,
  `requests/${data.request}`,
  'sandbox',
  `logs?group=${encodeURIComponent(`/aws/lambda/${LONG}`)}`,
  'simulator',
];

/** A page that is there has read what it shows, and nothing that it shows is still being read. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'load' });
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('banner').getByText('Live').waitFor({ state: 'attached' });
  await page.locator('main .loading').first().waitFor({ state: 'detached' });
}

describe.skipIf(isMissing('the layout of the explorer in a browser', noBrowser || whyNoLongScenario()))(
  'the layout of the explorer',
  () => {
    const session = new ExplorerSession();
    let data: LongData;
    beforeAll(async () => {
      await session.start();
      await makeShop(session);
      data = await makeLongData(session);
    });
    afterAll(() => session.stop());

    it('has everything in its place, with long names, at 1280, 1440 and 390, light and dark', async () => {
      const page = await session.browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
      const found: unknown[] = [];
      for (const path of pagesOf(data)) {
        await open(page, session.emulator.url + EXPLORER_BASE + path);
        for (const width of WIDTHS) {
          await resize(page, width, 900);
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            const flaws = await layoutFlawsOf(page);
            if (flaws.length > 0) found.push([path, width, colorScheme, flaws]);
          }
        }
      }
      expect(found).toEqual([]);
      await page.close();
    }, 900_000);

    it('hears of boxes that reach out, cells on others, and text that cannot be read whole', async () => {
      const page = await session.browser.newPage({ viewport: { width: 600, height: 400 } });
      await page.setContent(`<main style="width: 300px">
      <p style="width: 40px; overflow: hidden; white-space: nowrap">cut off at the side</p>
      <p style="width: 40px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">cut off with a sign</p>
      <p style="width: 400px">too wide</p>
      <table style="display: grid; width: 200px"><tr style="display: grid; grid-template-columns: 100px 150px">
        <td style="width: 140px; padding: 0">on the next</td><td style="padding: 0; white-space: nowrap">a text without an end that goes on</td></tr></table></main>`);
      const kinds = (await layoutFlawsOf(page)).map((flaw) => flaw.split(':')[0]);
      expect([...new Set(kinds)].sort()).toEqual([
        'cut off',
        'not to be read whole',
        'on another cell',
        'out of its cell',
        'out of the page',
        'out of the table',
      ]);
      await page.close();
    });
  },
);
