// API destinations: HTTP endpoints outside, each with the connection that authorizes it.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import { isEndpoint } from '#lib/http-endpoint';
import { type ApiDestination, fault, operation } from '#model/events';
import { eventsArn } from '#services/events/arns';
import { invalid } from '#services/events/faults';
import { pageOfItems } from '#services/events/pages';
import { apiDestinations, type Connection, connections, type Destination } from '#services/events/state';

const DEFAULT_RATE = 300;

function findDestination(name: string, doing: string, ctx: Ctx): Frozen<Destination> {
  const destination = ctx.records(apiDestinations).get([name]);
  if (!destination)
    throw fault('ResourceNotFoundException', `Failed to ${doing} the api-destination(s). An api-destination '${name}' does not exist.`);
  return destination;
}

/** The connection with this ARN, undefined if it is gone or another one has its name. */
export function connectionOf(arn: string | undefined, ctx: Ctx): Frozen<Connection> | undefined {
  const name = parseArn(arn ?? '')?.resource.split('/')[1];
  const connection = name === undefined ? undefined : ctx.records(connections).get([name]);
  return connection?.arn === arn ? connection : undefined;
}

function check({ ConnectionArn, InvocationEndpoint }: Pick<Frozen<Destination>, 'ConnectionArn' | 'InvocationEndpoint'>, ctx: Ctx): void {
  if (!connectionOf(ConnectionArn, ctx)) throw fault('ResourceNotFoundException', `Connection '${ConnectionArn}' does not exist.`);
  if (!isEndpoint(InvocationEndpoint)) throw invalid('Parameter InvocationEndpoint is not valid.');
}

const answerOf = ({ ApiDestinationArn, ConnectionArn, createdMs, modifiedMs }: Frozen<Destination>, ctx: Ctx) => ({
  ApiDestinationArn,
  ApiDestinationState: connectionOf(ConnectionArn, ctx)?.state === 'AUTHORIZED' ? 'ACTIVE' : 'INACTIVE',
  CreationTime: new Date(createdMs),
  LastModifiedTime: new Date(modifiedMs),
});

function listed(destination: Frozen<Destination>, ctx: Ctx): ApiDestination {
  const { Name, ConnectionArn, InvocationEndpoint, HttpMethod, InvocationRateLimitPerSecond } = destination;
  return { ...answerOf(destination, ctx), Name, ConnectionArn, InvocationEndpoint, HttpMethod, InvocationRateLimitPerSecond };
}

export const CreateApiDestination = operation('CreateApiDestination', (input, ctx) => {
  const { Name: name } = input;
  check(input, ctx);
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
  return answerOf(destination, ctx);
});

export const DescribeApiDestination = operation('DescribeApiDestination', (input, ctx) => {
  const destination = findDestination(input.Name, 'describe', ctx);
  return { ...listed(destination, ctx), Description: destination.Description };
});

export const UpdateApiDestination = operation('UpdateApiDestination', (input, ctx) => {
  const destination = { ...findDestination(input.Name, 'update', ctx), ...input, modifiedMs: ctx.now() };
  check(destination, ctx);
  ctx.write((tx) => tx.put(ctx.records(apiDestinations), [destination.Name], destination));
  return answerOf(destination, ctx);
});

export const DeleteApiDestination = operation('DeleteApiDestination', (input, ctx) => {
  findDestination(input.Name, 'delete', ctx);
  ctx.write((tx) => tx.delete(ctx.records(apiDestinations), [input.Name]));
});

export const ListApiDestinations = operation('ListApiDestinations', ({ NamePrefix: startsWith = '', ConnectionArn, ...page }, ctx) => {
  const { items, ...next } = pageOfItems(
    ctx
      .records(apiDestinations)
      .range([], { startsWith })
      .filter((destination) => ConnectionArn === undefined || destination.ConnectionArn === ConnectionArn),
    ({ Name }) => Name,
    page,
  );
  return { ApiDestinations: items.map((destination) => listed(destination, ctx)), ...next };
});
