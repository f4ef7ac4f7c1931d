// Partner event sources: what partners make and customers see, the buses for them, and the events that come through.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { beforeEach, describe, expect, it } from 'vitest';
import { queueArn, useEvents } from '../../support/use-events.ts';

const fixture = useEvents();
const { makeQueue, makeRule, bodies } = fixture;

const Name = 'aws.partner/example.com/orders/1';
const Arn = `arn:aws:events:us-east-1::event-source/${Name}`;
const CUSTOMER = '000000000000';
const PARTNER = '111111111111';

let partner: EventBridge;
beforeEach(() => {
  partner = fixture.emulator.client(EventBridge, { credentials: { accessKeyId: PARTNER, secretAccessKey: 'x' } });
});

const share = () => partner.createPartnerEventSource({ Name, Account: CUSTOMER });
const makeBus = () => fixture.events.createEventBus({ Name, EventSourceName: Name });
const stateOf = async () => (await fixture.events.describeEventSource({ Name })).State;
const send = async (more: object = {}) => {
  const answer = await partner.putPartnerEvents({ Entries: [{ Source: Name, DetailType: 'made', Detail: '{"n":1}', ...more }] });
  await fixture.emulator.idle();
  return answer;
};
const missing = { name: 'ResourceNotFoundException', message: `Event source ${Name} does not exist.` };

describe('a partner event source', () => {
  it('is shown to its partner and to the customer, and to nobody else', async () => {
    expect(await share()).toMatchObject({ EventSourceArn: Arn });
    await expect(share()).rejects.toMatchObject({ name: 'ResourceAlreadyExistsException' });
    await partner.createPartnerEventSource({ Name, Account: '222222222222' });
    expect(await partner.describePartnerEventSource({ Name })).toMatchObject({ Arn, Name });
    const listed = await partner.listPartnerEventSources({ NamePrefix: 'aws.partner/example.com/' });
    expect(listed.PartnerEventSources).toEqual([{ Arn, Name }]);
    const first = await partner.listPartnerEventSourceAccounts({ EventSourceName: Name, Limit: 1 });
    expect(first.PartnerEventSourceAccounts).toMatchObject([{ Account: CUSTOMER, State: 'PENDING', ExpirationTime: expect.any(Date) }]);
    const second = await partner.listPartnerEventSourceAccounts({ EventSourceName: Name, Limit: 1, NextToken: first.NextToken });
    expect(second.PartnerEventSourceAccounts).toMatchObject([{ Account: '222222222222' }]);
    const seen = await fixture.events.describeEventSource({ Name });
    expect(seen).toMatchObject({ Arn, Name, State: 'PENDING', CreatedBy: 'aws.partner/example.com', CreationTime: expect.any(Date) });
    expect((await fixture.events.listEventSources({ NamePrefix: 'aws.partner' })).EventSources).toHaveLength(1);
    await expect(fixture.events.describePartnerEventSource({ Name })).rejects.toMatchObject(missing);
    await expect(partner.describeEventSource({ Name })).rejects.toMatchObject(missing);
  });

  it('becomes active with its bus, whose name must be its own', async () => {
    await expect(makeBus()).rejects.toMatchObject(missing);
    await share();
    await expect(fixture.events.createEventBus({ Name: 'other', EventSourceName: Name })).rejects.toMatchObject({
      message: 'Event bus name must match event source name.',
    });
    await expect(fixture.events.createEventBus({ Name })).rejects.toMatchObject({
      message: "EventBus name starting with 'aws.' is not valid.",
    });
    await makeBus();
    expect(await fixture.events.describeEventSource({ Name })).toMatchObject({ State: 'ACTIVE' });
    expect((await fixture.events.describeEventSource({ Name })).ExpirationTime).toBeUndefined();
    await fixture.events.deleteEventBus({ Name });
    expect(await stateOf()).toBe('PENDING');
  });

  it('is deactivated and activated again, which needs a bus', async () => {
    await share();
    await expect(fixture.events.activateEventSource({ Name })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: `Event source ${Name} or event bus ${Name} does not exist.`,
    });
    await makeBus();
    await fixture.events.deactivateEventSource({ Name });
    expect(await stateOf()).toBe('PENDING');
    await fixture.events.activateEventSource({ Name });
    expect(await stateOf()).toBe('ACTIVE');
  });

  it('is removed after two weeks without an active bus', async () => {
    await share();
    await fixture.emulator.clock.advance('335h');
    expect(await stateOf()).toBe('PENDING');
    await fixture.emulator.clock.advance('1h');
    await expect(stateOf()).rejects.toMatchObject(missing);
    await expect(partner.describePartnerEventSource({ Name })).rejects.toMatchObject(missing);
  });

  it('that its partner removes says so as long as its bus is there', async () => {
    await share();
    await makeBus();
    await partner.deletePartnerEventSource({ Name, Account: CUSTOMER });
    await partner.deletePartnerEventSource({ Name, Account: CUSTOMER });
    expect(await stateOf()).toBe('DELETED');
    await expect(fixture.events.activateEventSource({ Name })).rejects.toMatchObject({ name: 'InvalidStateException' });
    await fixture.events.deleteEventBus({ Name });
    await expect(stateOf()).rejects.toMatchObject(missing);
  });
});

describe('events of a partner', () => {
  it('come to the customer’s bus, in the customer’s account, as long as the source is active', async () => {
    const url = await makeQueue('orders');
    await share();
    expect(await send()).toMatchObject({ FailedEntryCount: 0, Entries: [{ EventId: expect.any(String) }] });
    await makeBus();
    await makeRule('all', [{ Id: 'q', Arn: queueArn('orders') }], { bus: Name, pattern: { source: [Name] } });
    const { Entries } = await send({ Resources: ['arn:one'] });
    const [body = ''] = await bodies(url);
    expect(JSON.parse(body)).toMatchObject({
      id: Entries?.[0]?.EventId,
      account: CUSTOMER,
      source: Name,
      'detail-type': 'made',
      resources: ['arn:one'],
      detail: { n: 1 },
    });
    await fixture.events.deactivateEventSource({ Name });
    await send();
    expect(await bodies(url)).toEqual([]);
  });

  it('fail one by one', async () => {
    await share();
    const Source = 'aws.partner/example.com/none';
    const answer = await partner.putPartnerEvents({
      Entries: [
        { Source, DetailType: 'made', Detail: '{}' },
        { Source: Name, Detail: '{}' },
        { Source: Name, DetailType: 'made', Detail: '[]' },
        { Source: Name, DetailType: 'made', Detail: '{}' },
      ],
    });
    expect(answer.FailedEntryCount).toBe(3);
    expect(answer.Entries?.map(({ ErrorCode }) => ErrorCode)).toEqual([
      'NotAuthorizedForSourceException',
      'InvalidArgument',
      'MalformedDetail',
      undefined,
    ]);
  });
});
