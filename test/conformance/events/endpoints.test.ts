// Global endpoints: what is given back and refused, and where the events go that are sent to one.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { SQS } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { jsonRequest } from '../../../emulator/src/cli/cloud-request.ts';
import { queueArn, useEvents } from '../../support/use-events.ts';

const fixture = useEvents();
const { makeQueue, makeRule, bodies } = fixture;

const ROLE = 'arn:aws:iam::000000000000:role/replication';
const busIn = (region: string, bus = 'shop') => `arn:aws:events:${region}:000000000000:event-bus/${bus}`;
const west = () => fixture.emulator.client(EventBridge, { region: 'us-west-2' });
const settings = {
  Name: 'global',
  RoutingConfig: {
    FailoverConfig: { Primary: { HealthCheck: 'arn:aws:route53:::healthcheck/abc-1' }, Secondary: { Route: 'us-west-2' } },
  },
  EventBuses: [{ EventBusArn: busIn('us-east-1') }, { EventBusArn: busIn('us-west-2') }],
  RoleArn: ROLE,
};

async function made(more: object = {}): Promise<string> {
  await fixture.events.createEventBus({ Name: 'shop' });
  await west().createEventBus({ Name: 'shop' });
  expect(await fixture.events.createEndpoint({ ...settings, ...more })).toMatchObject({ State: 'CREATING' });
  return (await fixture.events.describeEndpoint({ Name: 'global' })).EndpointId!;
}

/** The SDK signs such requests for all regions, which needs a package of its own: the request itself is the same. */
async function send(EndpointId: string, entry: object = {}): Promise<object> {
  const Entries = [{ Source: 'shop', DetailType: 'made', Detail: '{}', EventBusName: 'shop', Resources: ['arn:one'], ...entry }];
  const answer = await jsonRequest(
    fixture.emulator.url,
    'AWSEvents.PutEvents',
    { EndpointId, Entries },
    { service: 'events', region: 'eu-west-1' },
  );
  await fixture.emulator.idle();
  return (await answer.json()) as object;
}

describe('a global endpoint', () => {
  it('is created, described, changed, listed and deleted', async () => {
    const EndpointId = await made({ Description: 'of the shop' });
    const expected = {
      Name: 'global',
      Arn: 'arn:aws:events:us-east-1:000000000000:endpoint/global',
      EventBuses: settings.EventBuses,
      RoutingConfig: settings.RoutingConfig,
      ReplicationConfig: { State: 'ENABLED' },
      RoleArn: ROLE,
      EndpointId,
      EndpointUrl: `https://${EndpointId}.endpoint.events.amazonaws.com`,
      State: 'ACTIVE',
      Description: 'of the shop',
    };
    expect(await fixture.events.describeEndpoint({ Name: 'global' })).toMatchObject(expected);
    expect(await west().describeEndpoint({ Name: 'global', HomeRegion: 'us-east-1' })).toMatchObject(expected);
    await expect(fixture.events.createEndpoint(settings)).rejects.toMatchObject({ name: 'ResourceAlreadyExistsException' });
    const update = { Name: 'global', Description: 'new', ReplicationConfig: { State: 'DISABLED' } } as const;
    expect(await fixture.events.updateEndpoint(update)).toMatchObject({ EndpointId, State: 'UPDATING' });
    expect((await fixture.events.listEndpoints({ NamePrefix: 'g' })).Endpoints).toMatchObject([update]);
    expect((await west().listEndpoints({})).Endpoints).toEqual([]);
    await fixture.events.deleteEndpoint({ Name: 'global' });
    await expect(fixture.events.describeEndpoint({ Name: 'global' })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it.each([
    ['buses of one region', { EventBuses: [{ EventBusArn: busIn('us-east-1') }, { EventBusArn: busIn('us-east-1') }] }, /one in us-west-2/],
    ['buses of two names', { EventBuses: [settings.EventBuses[0]!, { EventBusArn: busIn('us-west-2', 'default') }] }, /must be identical/],
    ['replication without a role', { RoleArn: undefined }, /needs a role/],
  ])('is refused with %s', async (_what, more, message) => {
    await fixture.events.createEventBus({ Name: 'shop' });
    await west().createEventBus({ Name: 'shop' });
    await expect(fixture.events.createEndpoint({ ...settings, ...more })).rejects.toMatchObject({ name: 'ValidationException', message });
  });

  it('needs buses that are there', async () => {
    await fixture.events.createEventBus({ Name: 'shop' });
    await expect(fixture.events.createEndpoint(settings)).rejects.toMatchObject({ message: 'Event bus shop does not exist.' });
  });
});

describe('an event for an endpoint', () => {
  async function queues(): Promise<() => Promise<[string[], string[]]>> {
    const there = fixture.emulator.client(SQS, { region: 'us-west-2' });
    const [primary, secondary] = [await makeQueue('orders'), await makeQueue('orders', { client: there })];
    await makeRule('all', [{ Id: 'q', Arn: queueArn('orders') }], { bus: 'shop' });
    await west().putRule({ Name: 'all', EventBusName: 'shop', EventPattern: '{"source":["shop"]}' });
    const Targets = [{ Id: 'q', Arn: queueArn('orders').replace('us-east-1', 'us-west-2') }];
    await west().putTargets({ Rule: 'all', EventBusName: 'shop', Targets });
    return async () => [(await bodies(primary)) as string[], (await bodies(secondary, there)) as string[]];
  }

  it('goes to the primary bus, whatever the region of the request, and is replicated to the other', async () => {
    const EndpointId = await made();
    const received = await queues();
    expect(await send(EndpointId)).toMatchObject({ FailedEntryCount: 0 });
    const [[first = ''], [second = '']] = await received();
    expect(JSON.parse(first)).toMatchObject({ region: 'us-east-1', resources: ['arn:one'] });
    expect(JSON.parse(second)).toMatchObject({
      region: 'us-east-1',
      resources: ['arn:one', 'arn:aws:events:us-east-1:000000000000:endpoint/global'],
    });
  });

  it('stays in the primary region without replication', async () => {
    const EndpointId = await made({ ReplicationConfig: { State: 'DISABLED' } });
    const received = await queues();
    await send(EndpointId);
    expect((await received()).map(({ length }) => length)).toEqual([1, 0]);
  });

  it('is refused for another bus, and by an endpoint that is not there', async () => {
    const EndpointId = await made();
    expect(await send(EndpointId, { EventBusName: 'default' })).toMatchObject({ Entries: [{ ErrorCode: 'InvalidArgument' }] });
    expect(await send('none.veo')).toMatchObject({ __type: expect.stringContaining('ValidationException') });
  });
});
