// The layout of every list and every page of the explorer with names as long as those of real projects: nothing is out of sight, cut off or on top of another.
// It looks at each page six times, so it runs with LONG_SCENARIOS=1 alone.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noBrowser } from '../support/browser.ts';
import { makeShop } from '../support/explorer-data.ts';
import { type LongData, makeLongData } from '../support/explorer-long-data.ts';
import { longPagesOf, openWhole } from '../support/explorer-long-pages.ts';
import { EXPLORER_BASE, ExplorerSession } from '../support/explorer-session.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { layoutFlawsOf, resize } from '../support/page-flaws.ts';

const WIDTHS = [1280, 1440, 390];
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
      for (const path of longPagesOf(data)) {
        await openWhole(page, session.emulator.url + EXPLORER_BASE + path);
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

    it('has been read on every page that the side bar leads to', () => {
      const files = ['resources/registry.ts', 'shell/tools.ts'];
      const kinds = files.flatMap((file) =>
        [...readFileSync(new URL(`../../emulator/explorer/src/${file}`, import.meta.url), 'utf8').matchAll(/\bid: '([a-z-]+)'/g)].map(
          ([, id]) => id,
        ),
      );
      const read = new Set(longPagesOf(data).map((path) => path.split(/[/?]/, 1)[0]));
      expect(kinds.length).toBeGreaterThan(30);
      expect(kinds.filter((id) => !read.has(id))).toEqual([]);
    });

    it('hears of boxes that reach out, cells on others, and text that cannot be read whole', async () => {
      const page = await session.browser.newPage({ viewport: { width: 600, height: 400 } });
      await page.setContent(`<main style="width: 300px">
      <p style="width: 40px; overflow: hidden; white-space: nowrap">cut off at the side</p>
      <p style="width: 40px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">cut off with a sign</p>
      <p style="width: 400px">too wide</p>
      <table style="display: grid; width: 200px"><tr style="display: grid; grid-template-columns: 100px 150px">
        <td style="width: 140px; padding: 0">on the next</td><td style="padding: 0; white-space: nowrap">a text without an end that goes on</td></tr></table>
      <table class="cards" style="width: 200px"><tr><td data-label="Outcome"><span>failed</span></td></tr></table></main>`);
      const kinds = (await layoutFlawsOf(page)).map((flaw) => flaw.split(':')[0]);
      expect([...new Set(kinds)].sort()).toEqual([
        'cut off',
        'not to be read whole',
        'on another cell',
        'out of its cell',
        'out of the page',
        'out of the table',
        'under its label',
      ]);
      await page.close();
    });
  },
);
