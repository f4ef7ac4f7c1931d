// API destinations and connections as records: created, described, changed, listed page by page, deleted.
import { expect, it } from 'vitest';
import { useEvents } from '../../support/use-events.ts';

const fixture = useEvents();
const BASIC = { AuthorizationType: 'BASIC', AuthParameters: { BasicAuthParameters: { Username: 'ann', Password: 'pass' } } } as const;

async function connect(Name: string): Promise<string> {
  const { ConnectionArn } = await fixture.events.createConnection({ Name, Description: `of ${Name}`, ...BASIC });
  return ConnectionArn!;
}

it('an API destination is created, described, changed, listed and deleted', async () => {
  const { events } = fixture;
  const [first, second] = [await connect('first'), await connect('second')];
  const endpoint = { InvocationEndpoint: 'https://example.com/hook', HttpMethod: 'POST' } as const;
  const made = await events.createApiDestination({ Name: 'web', Description: 'of the shop', ConnectionArn: first, ...endpoint });
  expect(made).toMatchObject({ ApiDestinationState: 'ACTIVE', CreationTime: new Date('2026-01-01T00:00:00Z') });
  for (const Name of ['other', 'web-2']) await events.createApiDestination({ Name, ConnectionArn: second, ...endpoint });
  await expect(events.createApiDestination({ Name: 'web', ConnectionArn: first, ...endpoint })).rejects.toMatchObject({
    name: 'ResourceAlreadyExistsException',
  });
  expect(await events.describeApiDestination({ Name: 'web' })).toMatchObject({
    ...{ Name: 'web', Description: 'of the shop', ConnectionArn: first, ...endpoint, InvocationRateLimitPerSecond: 300 },
  });

  await fixture.emulator.clock.advance('1m');
  const changes = { ConnectionArn: second, HttpMethod: 'PUT', InvocationRateLimitPerSecond: 5 } as const;
  expect(await events.updateApiDestination({ Name: 'web', ...changes })).toMatchObject({
    ApiDestinationArn: made.ApiDestinationArn,
    CreationTime: made.CreationTime,
    LastModifiedTime: new Date('2026-01-01T00:01:00Z'),
  });
  expect(await events.describeApiDestination({ Name: 'web' })).toMatchObject({ ...endpoint, ...changes, Description: 'of the shop' });

  const names = async (input: object) => (await events.listApiDestinations(input)).ApiDestinations?.map(({ Name }) => Name);
  expect(await names({})).toEqual(['other', 'web', 'web-2']);
  expect(await names({ NamePrefix: 'web' })).toEqual(['web', 'web-2']);
  expect(await names({ ConnectionArn: first })).toEqual([]);
  const { NextToken } = await events.listApiDestinations({ Limit: 2 });
  expect(await names({ Limit: 2, NextToken })).toEqual(['web-2']);

  await events.deleteApiDestination({ Name: 'web' });
  for (const refused of [
    () => events.describeApiDestination({ Name: 'web' }),
    () => events.updateApiDestination({ Name: 'web' }),
    () => events.deleteApiDestination({ Name: 'web' }),
  ])
    await expect(refused()).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: expect.stringContaining("'web' does not exist"),
    });
  const gone = { Name: 'web', ConnectionArn: first.replace(/[^/]+$/, 'x'), ...endpoint };
  await expect(events.createApiDestination(gone)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  const invalid = { Name: 'web', ConnectionArn: first, HttpMethod: 'POST', InvocationEndpoint: 'https://' } as const;
  await expect(events.createApiDestination(invalid)).rejects.toMatchObject({ name: 'ValidationException' });
});

it('connections are listed by name and by state, page by page', async () => {
  const { events } = fixture;
  for (const name of ['blue', 'blue-2', 'red']) await connect(name);
  await events.deauthorizeConnection({ Name: 'blue-2' });
  const names = async (input: object) => (await events.listConnections(input)).Connections?.map(({ Name }) => Name);
  expect(await names({})).toEqual(['blue', 'blue-2', 'red']);
  expect(await names({ NamePrefix: 'blue' })).toEqual(['blue', 'blue-2']);
  expect(await names({ ConnectionState: 'DEAUTHORIZED' })).toEqual(['blue-2']);
  const { NextToken, Connections = [] } = await events.listConnections({ Limit: 1 });
  expect(Connections).toMatchObject([{ Name: 'blue', AuthorizationType: 'BASIC', ConnectionState: 'AUTHORIZED' }]);
  expect(await names({ NextToken })).toEqual(['blue-2', 'red']);
});
