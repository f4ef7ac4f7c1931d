// Tabs: seven at once, although a browser opens six connections to an origin; a tab in which nothing happens does nothing, and neither does one out of sight.
import { SQS } from '@aws-sdk/client-sqs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { EXPLORER_BASE, type ExplorerSession } from '../../support/explorer-session.ts';
import { countWork, workSince } from '../../support/idle-page.ts';
import { RealTab } from '../../support/real-tab.ts';
import { untilPasses } from '../../support/until-passes.ts';

const TABS = 7;
const PAGES = ['', 'queues', 'functions/process-order', 'calls'];

export function tabsTests(session: ExplorerSession): void {
  it('seven tabs answer, and each shows what is made meanwhile; the next one reads on when the one that reads is closed', async () => {
    const context = session.page.context();
    const tabs = [session.page, ...(await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage())))];
    const link = (tab: Page, name: string) => tab.getByRole('main').getByRole('link', { name, exact: true });
    for (const tab of tabs) {
      await tab.goto(`${session.emulator.url}${EXPLORER_BASE}queues`);
      await link(tab, 'orders').waitFor();
      await tab.getByRole('banner').getByText('Live').waitFor({ state: 'attached' });
    }
    await session.client(SQS).createQueue({ QueueName: 'for-seven-tabs' });
    await Promise.all(tabs.map((tab) => link(tab, 'for-seven-tabs').waitFor()));
    const [first, ...others] = tabs;
    await first!.close();
    await session.client(SQS).createQueue({ QueueName: 'for-six-tabs' });
    await Promise.all(others.map((tab) => link(tab, 'for-six-tabs').waitFor()));
  });

  it('reads nothing twice when it opens, and does nothing while nothing happens: no request, no timer, no frame', async () => {
    const { page } = session;
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/fetch|xhr/.test(request.resourceType()))
        asked.push(`${request.method()} ${request.url()} ${request.headers()['x-amz-target'] ?? ''} ${request.postData() ?? ''}`);
    });
    await countWork(page);
    await session.open('');
    await workSince(page);
    // Resources of earlier tests may still change, and a page reads changes again: a page that opens after the last change reads once.
    for (const path of PAGES)
      await untilPasses(async () => {
        asked.length = 0;
        await session.open(path);
        await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
        await page.getByRole('banner').getByText('Live').waitFor({ state: 'attached' });
        expect([path, await workSince(page)]).toEqual([path, { requests: 0, timers: 0, pending: 0 }]);
        expect(asked).not.toEqual([]);
        expect([path, asked.filter((one, i) => asked.indexOf(one) !== i)]).toEqual([path, []]);
      });
  });

  it('reads nothing while another tab is before it, and reads once when it is seen again', async () => {
    const { browser, close } = await startBrowser({ whole: true });
    const tab = await RealTab.open(browser, `${session.emulator.url}${EXPLORER_BASE}queues`);
    const sees = async (name: string): Promise<boolean> =>
      (await tab.evaluate(`[...document.querySelectorAll('main a')].some((link) => link.textContent === '${name}')`)) === true;
    const reading = [expect.stringContaining('/_emulator/stream?'), expect.stringContaining('AmazonSQS.ListQueues')];
    /** The list of queues; the navigation and the counts of each queue follow from it. */
    const read = () => tab.requests.filter((one) => /stream\?|ListQueues/.test(one));
    const becomes = (state: 'visible' | 'hidden') =>
      untilPasses(async () => expect(await tab.evaluate('document.visibilityState')).toBe(state));
    try {
      await untilPasses(async () => expect(await sees('orders')).toBe(true));
      await untilPasses(() => expect(tab.requests).toEqual(expect.arrayContaining(reading)));
      await session.open('queues');
      await tab.hide();
      await becomes('hidden');
      tab.requests.length = 0;
      // A page in sight has read twice by then.
      for (const QueueName of ['made-out-of-sight', 'made-after-that']) {
        await session.client(SQS).createQueue({ QueueName });
        await session.link(QueueName).waitFor();
      }
      expect(tab.requests).toEqual([]);
      expect(await sees('made-out-of-sight')).toBe(false);
      await tab.show();
      await becomes('visible');
      await untilPasses(async () => expect(await sees('made-out-of-sight')).toBe(true));
      expect(read()).toEqual(reading);
      await session.client(SQS).createQueue({ QueueName: 'made-in-sight' });
      await untilPasses(async () => expect(await sees('made-in-sight')).toBe(true));
      expect(read()).toEqual([...reading, reading[1]]);
    } finally {
      await tab.close();
      await close();
    }
  });
}
