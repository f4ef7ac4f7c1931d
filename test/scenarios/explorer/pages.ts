// Pages as a whole: what home shows, how the address keeps the state, what the keyboard reaches, what appears without a reload.
import { SQS } from '@aws-sdk/client-sqs';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import type { ExplorerSession } from '../../support/explorer-session.ts';

const LONG_NAME = 'customer-notifications_of-the-whole-shop-in-production-Handler8F2A91C7';
/** The ends of the lines into which an element's text wraps, and the text as it is copied. */
const WRAPPED = `((element) => {
  const ends = [];
  let top;
  let before = '';
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); )
    for (let at = 0; at < node.length; at++) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const now = range.getBoundingClientRect().top;
      if (top !== undefined && now > top + 1) ends.push(before);
      [top, before] = [now, node.data[at]];
    }
  getSelection().selectAllChildren(element);
  return { ends, copied: getSelection().toString() };
})`;

/** Presses of Tab from any place of a page to any other. */
const MAX_TABS = 120;

export function pagesTests(session: ExplorerSession): void {
  it('shows at home what there is, without an error, a breach of its policy or a foreign request', async () => {
    await session.page.goto(`${session.emulator.url}/_emulator/ui`);
    await session.page.getByRole('main').getByRole('link', { name: 'Functions 1' }).waitFor();
    await session.page.getByRole('main').getByRole('link', { name: 'Tables 1' }).waitFor();
    expect(session.page.url()).toBe(`${session.emulator.url}/_emulator/ui/000000000000/us-east-1/`);
    expect(await session.page.getByText('Loading…').count()).toBe(0);
    expect(session.problems).toEqual([]);
  });

  it('says what to do first where there is nothing, and folds kinds of which there are none', async () => {
    await session.page.goto(`${session.emulator.url}/_emulator/ui/111122223333/us-east-1/`);
    const steps = session.page.getByRole('region', { name: 'First steps' });
    await steps.getByText('emulator new').waitFor();
    await steps.getByRole('link', { name: 'Create a function' }).click();
    await session.page.getByRole('heading', { name: 'Functions' }).waitFor();
    await session.open('');
    const navigation = session.page.getByRole('navigation');
    await navigation.getByRole('link', { name: 'Queues' }).waitFor();
    expect(await navigation.getByRole('link', { name: 'Pipes' }).isVisible()).toBe(false);
    await navigation.getByText('More').click();
    await navigation.getByRole('link', { name: 'Pipes' }).click();
    await session.page.getByText('Nothing is in us-east-1').waitFor();
  });

  it('shows a queue that the SDK makes meanwhile, without a reload', async () => {
    await session.open('queues');
    await session.link('orders').waitFor();
    await session.client(SQS).createQueue({ QueueName: 'made-meanwhile' });
    await session.link('made-meanwhile').waitFor();
    expect(session.problems).toEqual([]);
  });

  it('keeps tab, filter and region in the address: a reload and Back restore them', async () => {
    await session.open('queues');
    await session.page.getByLabel('Filter queues').fill('failed');
    await session.link('orders').waitFor({ state: 'detached' });
    await session.page.reload();
    expect(await session.page.getByLabel('Filter queues').inputValue()).toBe('failed');
    await session.link('failed-orders').click();
    await session.page.getByRole('tab', { name: 'Policy and tags' }).click();
    await session.page.reload();
    expect(await session.page.getByRole('tab', { name: 'Policy and tags' }).getAttribute('aria-selected')).toBe('true');
    await session.page.goBack();
    await session.page.goBack();
    expect(await session.page.getByLabel('Filter queues').inputValue()).toBe('failed');
    await session.page.getByLabel('Region').fill('eu-west-1');
    await session.page.keyboard.press('Enter');
    await session.page.getByText('Nothing is in eu-west-1 of account 000000000000 yet.').waitFor();
  });

  it('is led by the keyboard alone: to the buses, a new bus, and its form', async () => {
    await session.open('');
    await session.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await session.page.keyboard.press('g');
    await session.page.keyboard.press('b');
    await session.link('default').waitFor();
    await session.page.keyboard.press('n');
    await session.page.getByRole('dialog').waitFor();
    await session.page.keyboard.type('by-keyboard');
    await session.page.keyboard.press('Control+Enter');
    await session.page.getByRole('heading', { name: 'by-keyboard' }).waitFor();
    await session.page.keyboard.press('Control+k');
    await session.page.getByRole('combobox', { name: 'Page, resource or ARN' }).waitFor();
    await session.page.keyboard.type('Calls');
    await session.page.keyboard.press('Enter');
    await session.page.getByRole('log', { name: 'Calls' }).getByText('events.CreateEventBus by-keyboard').waitFor();
  });

  it('is led by the keyboard alone: from the buses to an event that is sent, and to the field that a rule missed', async () => {
    const { keyboard } = session.page;
    const tabTo = async (target: Locator): Promise<void> => {
      await target.waitFor();
      for (let pressed = 0; pressed < MAX_TABS; pressed++) {
        if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
        await keyboard.press('Tab');
      }
      throw new Error(`Tab does not lead to ${target}`);
    };
    await session.open('');
    await session.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await keyboard.press('g');
    await keyboard.press('b');
    await tabTo(session.link('shop'));
    await keyboard.press('Enter');
    await tabTo(session.page.getByRole('tab', { name: 'Rules' }));
    await keyboard.press('ArrowRight');
    await tabTo(session.page.getByLabel('Source', { exact: true }));
    await keyboard.press('Control+Enter');
    await tabTo(session.page.getByRole('link', { name: /Open the trace of/ }));
    await keyboard.press('Enter');
    const missed = session.page.getByRole('region', { name: 'Fields that do not match' });
    await missed.getByRole('row').filter({ hasText: 'detail.total' }).getByText('another value').waitFor();
  });

  it('keeps in the address which row is open, and how rows are sorted', async () => {
    await session.open('buses/shop');
    await session.press('large-orders');
    await session.press('Add target');
    await session.page.keyboard.press('Escape');
    await session.press('State');
    await session.page.reload();
    await session.page.getByRole('button', { name: 'Add target' }).waitFor();
    expect(await session.page.getByRole('button', { name: 'large-orders' }).getAttribute('aria-expanded')).toBe('true');
    expect(await session.page.getByRole('columnheader', { name: 'State' }).getAttribute('aria-sort')).toBe('ascending');
    await session.page.getByRole('navigation').getByRole('link', { name: 'Queues' }).click();
    await session.link('orders').waitFor();
    await session.page.goBack();
    await session.page.getByRole('button', { name: 'Add target' }).waitFor();
  });

  it('breaks long ARNs, addresses and names behind their separators, and leaves them whole for those who copy them', async () => {
    await session.client(SQS).createQueue({ QueueName: LONG_NAME });
    await session.page.setViewportSize({ width: 390, height: 900 });
    await session.open(`queues/${LONG_NAME}`);
    await session.page.getByRole('main').getByText('Retention').waitFor();
    const factOf = (label: string): string =>
      `[...document.querySelectorAll('.facts dt')].find((one) => one.textContent === '${label}').nextSibling.querySelector('.value')`;
    for (const [element, text] of [
      ["document.querySelector('h1')", LONG_NAME],
      [factOf('ARN'), `arn:aws:sqs:us-east-1:000000000000:${LONG_NAME}`],
      [factOf('URL'), `${session.emulator.url}/000000000000/${LONG_NAME}`],
    ] as const) {
      const { ends, copied } = (await session.page.evaluate(`${WRAPPED}(${element})`)) as { ends: string[]; copied: string };
      expect(copied).toBe(text);
      expect(ends).not.toEqual([]);
      expect([text, ends.filter((end) => !/[:/._-]/.test(end))]).toEqual([text, []]);
    }
  });
}
