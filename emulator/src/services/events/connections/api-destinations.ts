// API destinations as records. Nothing is sent to them yet: see README.md.
import type { Ctx } from '#core/call';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import { type ApiDestination, fault, operation } from '#model/events';
import { eventsArn } from '#services/events/arns';
import { invalid } from '#services/events/faults';
import { pageOfSome } from '#services/events/pages';
import { apiDestinations, type Connection, connections, type Destination } from '#services/events/state';

const DEFAULT_RATE = 300;

function findDestination(ctx: Ctx, name: string, doing: string): Frozen<Destination> {
  const destination = ctx.records(apiDestinations).get([name]);
  if (!destination)
    throw fault('ResourceNotFoundException', `Failed to ${doing} the api-destination(s). An api-destination '${name}' does not exist.`);
  return destination;
}

function connectionOf(ctx: Ctx, arn: string | undefined): Frozen<Connection> | undefined {
  const name = parseArn(arn ?? '')?.resource.split('/')[1];
  const connection = name === undefined ? undefined : ctx.records(connections).get([name]);
  return connection?.arn === arn ? connection : undefined;
}

function check(ctx: Ctx, { ConnectionArn, InvocationEndpoint }: Pick<Frozen<Destination>, 'ConnectionArn' | 'InvocationEndpoint'>): void {
  if (!connectionOf(ctx, ConnectionArn)) throw fault('ResourceNotFoundException', `Connection '${ConnectionArn}' does not exist.`);
  if (!InvocationEndpoint?.startsWith('https://')) throw invalid('Parameter InvocationEndpoint is not valid.');
}

const answerOf = (ctx: Ctx, { ApiDestinationArn, ConnectionArn, createdMs, modifiedMs }: Frozen<Destination>) => ({
  ApiDestinationArn,
  ApiDestinationState: connectionOf(ctx, ConnectionArn)?.state === 'AUTHORIZED' ? 'ACTIVE' : 'INACTIVE',
  CreationTime: new Date(createdMs),
  LastModifiedTime: new Date(modifiedMs),
});

function listed(ctx: Ctx, destination: Frozen<Destination>): ApiDestination {
  const { Name, ConnectionArn, InvocationEndpoint, HttpMethod, InvocationRateLimitPerSecond } = destination;
  return { ...answerOf(ctx, destination), Name, ConnectionArn, InvocationEndpoint, HttpMethod, InvocationRateLimitPerSecond };
}

export const CreateApiDestination = operation('CreateApiDestination', (input, ctx) => {
  const { Name: name } = input;
  check(ctx, input);
  if (ctx.records(apiDestinations).has([name]))
    throw fault('ResourceAlreadyExistsException', `An api-destination '${name}' already exists.`);
  const destination: Destination = {
    ...input,
    InvocationRateLimitPerSecond: input.InvocationRateLimitPerSecond ?? DEFAULT_RATE,
    ApiDestinationArn: eventsArn(ctx, `api-destination/${name}/${ctx.id()}`),
    createdMs: ctx.now(),
    modifiedMs: ctx.now(),
  };
  ctx.write((tx) => tx.put(ctx.records(apiDestinations), [name], destination));
  return answerOf(ctx, destination);
});

export const DescribeApiDestination = operation('DescribeApiDestination', (input, ctx) => {
  const destination = findDestination(ctx, input.Name, 'describe');
  return { ...listed(ctx, destination), Description: destination.Description };
});

export const UpdateApiDestination = operation('UpdateApiDestination', (input, ctx) => {
  const destination = { ...findDestination(ctx, input.Name, 'update'), ...input, modifiedMs: ctx.now() };
  check(ctx, destination);
  ctx.write((tx) => tx.put(ctx.records(apiDestinations), [destination.Name], destination));
  return answerOf(ctx, destination);
});

export const DeleteApiDestination = operation('DeleteApiDestination', (input, ctx) => {
  findDestination(ctx, input.Name, 'delete');
  ctx.write((tx) => tx.delete(ctx.records(apiDestinations), [input.Name]));
});

export const ListApiDestinations = operation('ListApiDestinations', ({ NamePrefix: startsWith = '', ConnectionArn, ...page }, ctx) => {
  const { found, next } = pageOfSome(
    page,
    ({ Name }) => Name,
    ctx.records(apiDestinations).range([], { startsWith }),
    (destination) => ConnectionArn === undefined || destination.ConnectionArn === ConnectionArn,
  );
  return { ApiDestinations: found.map((destination) => listed(ctx, destination)), ...next };
});
