// Buses, rules, and why a rule was silent.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { expect, it } from 'vitest';
import { placeOrder, ROLE } from '../../support/explorer-data.ts';
import type { ExplorerSession } from '../../support/explorer-session.ts';
import { FIELD_CASES } from '../../support/field-cases.ts';

export function eventsTests(session: ExplorerSession): void {
  it('creates and removes buses, and says why the default bus stays', async () => {
    await session.open('buses');
    await session.press('Create bus');
    await session.fill('Name', 'short-lived');
    await session.submit('Create bus');
    await session.page.getByText('arn:aws:events:us-east-1:000000000000:event-bus/short-lived', { exact: true }).waitFor();
    await session.press('Delete');
    await session.press('Delete short-lived?');
    await session.page.getByRole('heading', { name: 'Event buses' }).waitFor();
    await session.link('default').waitFor();
    expect((await session.client(EventBridge).listEventBuses({ NamePrefix: 'short' })).EventBuses).toEqual([]);
    const refused = await session
      .client(EventBridge)
      .deleteEventBus({ Name: 'default' })
      .catch((error: Error) => error.message);
    await session.press('Delete default');
    await session.press('Delete default?');
    await session.page.getByRole('status').getByText(String(refused)).waitFor();
  });

  it('shows the policies of buses, and removes the buses that are selected', async () => {
    const events = session.client(EventBridge);
    for (const Name of ['selected-one', 'selected-two', 'not-selected']) await events.createEventBus({ Name });
    await events.putPermission({
      EventBusName: 'selected-one',
      Action: 'events:PutEvents',
      Principal: '111122223333',
      StatementId: 'other',
    });
    await session.open('buses');
    const row = (name: string) => session.page.getByRole('row').filter({ has: session.page.getByRole('link', { name, exact: true }) });
    await row('selected-one').getByText('111122223333').waitFor();
    for (const name of ['selected-one', 'selected-two']) await session.page.getByLabel(`Select ${name}`).check();
    await session.press('Remove selected');
    await session.press('Remove 2 buses?');
    await session.link('selected-two').waitFor({ state: 'detached' });
    const left = (await events.listEventBuses({})).EventBuses?.map(({ Name = '' }) => Name).filter((name) => name.includes('selected'));
    expect(left).toEqual(['not-selected']);
  });

  it('writes a rule on a schedule', async () => {
    await session.open('buses/default');
    await session.press('Create rule');
    for (const [label, text] of Object.entries({ Name: 'hourly', 'Event pattern': '', 'Schedule expression': 'rate(1 hour)' }))
      await session.fill(label, text);
    await session.submit('Create rule');
    await session.page.getByRole('button', { name: 'hourly', exact: true }).waitFor();
    const { ScheduleExpression, EventPattern, State } = await session.client(EventBridge).describeRule({ Name: 'hourly' });
    expect([ScheduleExpression, EventPattern, State]).toEqual(['rate(1 hour)', undefined, 'ENABLED']);
  });

  it('writes a rule with every field, and warns before it replaces one', async () => {
    await session.open('buses/shop');
    await session.press('Create rule');
    const values = { Name: 'whole', Description: 'every field', 'Event pattern': '{"source":["shop"]}', 'Schedule expression': '' };
    for (const [label, text] of Object.entries(values)) await session.fill(label, text);
    await session.page.getByRole('dialog').getByLabel('State').selectOption('DISABLED');
    await session.fill('Role ARN', ROLE);
    await session.fill('Tags', '{"team":"shop"}');
    await session.submit('Create rule');
    await session.page.getByRole('button', { name: 'whole', exact: true }).waitFor();
    const rule = await session.client(EventBridge).describeRule({ EventBusName: 'shop', Name: 'whole' });
    expect(rule).toMatchObject({ Description: 'every field', EventPattern: '{"source":["shop"]}', State: 'DISABLED', RoleArn: ROLE });
    expect((await session.client(EventBridge).listTagsForResource({ ResourceARN: rule.Arn })).Tags).toEqual([
      { Key: 'team', Value: 'shop' },
    ]);
    await session.press('Create rule');
    await session.fill('Name', 'whole');
    await session.page.getByText('A rule whole exists on this bus: it will be replaced.').waitFor();
  });

  it('shows the refusal of a bad pattern at its field, and writes nothing', async () => {
    await session.open('buses/shop');
    await session.press('Create rule');
    await session.fill('Name', 'never');
    await session.fill('Event pattern', '{"source":"shop"}');
    await session.submit('Create rule');
    await session.page.getByRole('alert').getByText('InvalidEventPatternException').waitFor();
    expect(await session.page.getByLabel('Event pattern').getAttribute('aria-invalid')).toBe('true');
    expect((await session.client(EventBridge).listRules({ EventBusName: 'shop', NamePrefix: 'never' })).Rules).toEqual([]);
  });

  it('gives each entry its verdict, and leads from the good one to its trace', async () => {
    await session.open('buses/shop?tab=send');
    await session.press('Add entry');
    await session.page.getByLabel('Source', { exact: true }).nth(1).fill('');
    await session.press('Send 2 events');
    await session.page.getByRole('alert').getByText('InvalidArgument').waitFor();
    await session.page.getByRole('link', { name: /Open the trace of/ }).click();
    await session.page.getByText('orders-to-queue').waitFor();
    await session.page.getByText('delivered', { exact: true }).waitFor();
  });

  it('names in the sandbox the field and the reason, in the words of the endpoint: every reason that there is', async () => {
    await session.open('sandbox');
    const missed = session.page.getByRole('region', { name: 'Fields that do not match' });
    for (const { pattern, event, field, wanted, found, why } of FIELD_CASES) {
      await session.page.getByRole('textbox', { name: 'Pattern' }).fill(JSON.stringify(pattern));
      await session.page.getByRole('textbox', { name: 'Event' }).fill(JSON.stringify(event));
      const row = missed.getByRole('row').filter({ hasText: why });
      const texts = async () => [await row.getByRole('rowheader').textContent(), ...(await row.getByRole('cell').allTextContents())];
      await expect.poll(texts).toEqual([`✗ ${field}`, wanted, found ?? 'nothing', why]);
    }
  });

  it('answers why a rule was silent in three clicks: the leaf and the reason', async () => {
    const id = await placeOrder(session);
    const { publications } = (await (await fetch(`${session.emulator.url}/_emulator/events/${id}`)).json()) as {
      publications: { missed: { rule: string; reason: string }[] }[];
    };
    const { reason } = publications[0]!.missed.find(({ rule }) => rule === 'large-orders')!;
    expect(reason).toContain('total');
    await session.page.goto(`${session.emulator.url}/_emulator/ui/`);
    await session.page.getByRole('navigation').getByRole('link', { name: 'Event traces' }).click();
    await session.page.getByRole('row').filter({ hasText: id }).getByRole('link').click();
    await session.page.getByText(reason, { exact: true }).waitFor();
    await session.page.locator('.verdict', { hasText: 'switched-off' }).getByText('disabled', { exact: true }).waitFor();
    await session.page.locator('.verdict', { hasText: 'large-orders' }).getByRole('link', { name: 'Try in the sandbox' }).click();
    await session.page.getByText('✗ The event does not match.').waitFor();
  });
}
