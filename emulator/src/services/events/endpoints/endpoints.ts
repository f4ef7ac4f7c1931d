// Global endpoints: two buses of one name in two regions. Events sent to an endpoint go to the primary one, and with replication to both.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-global-endpoints.html
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type Endpoint as EndpointAnswer, fault, operation } from '#model/events';
import { type BusScope, eventsArn, parseBusArn } from '#services/events/arns';
import { invalid, noSuchBus } from '#services/events/faults';
import { busNamed } from '#services/events/find-bus';
import { pageOfItems } from '#services/events/pages';
import { type Endpoint, endpointIds, endpoints } from '#services/events/state';

function findEndpoint(name: string, ctx: Ctx): Frozen<Endpoint> {
  const endpoint = ctx.records(endpoints).get([name]);
  if (!endpoint) throw fault('ResourceNotFoundException', `Endpoint '${name}' does not exist.`);
  return endpoint;
}

/** Endpoints live in the region of their primary bus. */
const inHome = (HomeRegion: string | undefined, ctx: Ctx): Ctx => ctx.in({ region: HomeRegion });

export const isReplicating = ({ replication }: Pick<Frozen<Endpoint>, 'replication'>): boolean => replication.State !== 'DISABLED';

/** The primary bus, and the one in the secondary region. @throws ValidationException, ResourceNotFoundException */
function checkBuses(endpoint: Frozen<Endpoint>, ctx: Ctx): void {
  const { Route } = endpoint.routing.FailoverConfig.Secondary;
  const buses = endpoint.busArns.map((arn) => parseBusArn(arn));
  const [primary, secondary] = [ctx.region, Route].map((region) => buses.find((bus) => bus?.region === region));
  // No recordings of these refusals were found: the sentences are ours.
  if (Route === ctx.region)
    throw invalid('Parameter RoutingConfig is not valid. Reason: The secondary Region must differ from the primary Region.');
  if (!primary || !secondary)
    throw invalid(`Parameter EventBuses is not valid. Reason: There must be one event bus in ${ctx.region} and one in ${Route}.`);
  if (primary.bus !== secondary.bus)
    throw invalid('Parameter EventBuses is not valid. Reason: The names of the event buses must be identical in each Region.');
  for (const bus of [primary, secondary]) checkBus(bus, ctx);
  if (isReplicating(endpoint) && endpoint.roleArn === undefined)
    throw invalid(
      'Parameter RoleArn is not valid. Reason: Event replication needs a role; without one, ReplicationConfig.State must be DISABLED.',
    );
}

function checkBus(bus: BusScope, ctx: Ctx): void {
  if (bus.account !== ctx.account)
    throw invalid('Parameter EventBuses is not valid. Reason: The event buses must belong to the account of the endpoint.');
  if (!busNamed(bus.bus, ctx.in(bus))) throw noSuchBus(bus.bus);
}

const given = (endpoint: Frozen<Endpoint>, ctx: Ctx) => ({
  Name: endpoint.name,
  Arn: eventsArn(ctx, `endpoint/${endpoint.name}`),
  RoutingConfig: endpoint.routing,
  ReplicationConfig: endpoint.replication,
  EventBuses: endpoint.busArns.map((EventBusArn) => ({ EventBusArn })),
  RoleArn: endpoint.roleArn,
});

const identity = ({ endpointId }: Frozen<Endpoint>) => ({
  EndpointId: endpointId,
  EndpointUrl: `https://${endpointId}.endpoint.events.amazonaws.com`,
});

/** Endpoints are ready at once. */
const described = (endpoint: Frozen<Endpoint>, ctx: Ctx): EndpointAnswer => ({
  ...given(endpoint, ctx),
  ...identity(endpoint),
  Description: endpoint.description,
  State: 'ACTIVE',
  CreationTime: new Date(endpoint.createdMs),
  LastModifiedTime: new Date(endpoint.modifiedMs),
});

export const CreateEndpoint = operation('CreateEndpoint', (input, ctx) => {
  const { Name: name, Description, RoutingConfig, ReplicationConfig, EventBuses, RoleArn } = input;
  if (ctx.records(endpoints).has([name])) throw fault('ResourceAlreadyExistsException', `Endpoint '${name}' already exists.`);
  const endpoint: Endpoint = {
    name,
    description: Description,
    routing: RoutingConfig,
    replication: { State: ReplicationConfig?.State ?? 'ENABLED' },
    busArns: EventBuses.map(({ EventBusArn }) => EventBusArn),
    roleArn: RoleArn,
    endpointId: `${ctx.id().replaceAll('-', '').slice(0, 10)}.veo`,
    createdMs: ctx.now(),
    modifiedMs: ctx.now(),
  };
  checkBuses(endpoint, ctx);
  ctx.write((tx) => {
    tx.put(ctx.records(endpoints), [name], endpoint);
    tx.put(ctx.records(endpointIds), [endpoint.endpointId], { region: ctx.region, name });
  });
  return { ...given(endpoint, ctx), State: 'CREATING' };
});

export const UpdateEndpoint = operation('UpdateEndpoint', (input, ctx) => {
  const before = findEndpoint(input.Name, ctx);
  const endpoint: Frozen<Endpoint> = {
    ...before,
    description: input.Description ?? before.description,
    routing: input.RoutingConfig ?? before.routing,
    replication: input.ReplicationConfig ?? before.replication,
    busArns: input.EventBuses?.map(({ EventBusArn }) => EventBusArn) ?? before.busArns,
    roleArn: input.RoleArn ?? before.roleArn,
    modifiedMs: ctx.now(),
  };
  checkBuses(endpoint, ctx);
  ctx.write((tx) => tx.put(ctx.records(endpoints), [endpoint.name], endpoint));
  return { ...given(endpoint, ctx), ...identity(endpoint), State: 'UPDATING' };
});

export const DescribeEndpoint = operation('DescribeEndpoint', (input, ctx) => {
  const home = inHome(input.HomeRegion, ctx);
  return described(findEndpoint(input.Name, home), home);
});

export const DeleteEndpoint = operation('DeleteEndpoint', (input, ctx) => {
  const { name, endpointId } = findEndpoint(input.Name, ctx);
  ctx.write((tx) => {
    tx.delete(ctx.records(endpoints), [name]);
    tx.delete(ctx.records(endpointIds), [endpointId]);
  });
  return {};
});

export const ListEndpoints = operation('ListEndpoints', ({ NamePrefix, HomeRegion, NextToken, MaxResults }, ctx) => {
  const home = inHome(HomeRegion, ctx);
  const { items, ...next } = pageOfItems(home.records(endpoints).range([], { startsWith: NamePrefix ?? '' }), ({ name }) => name, {
    NextToken,
    Limit: MaxResults,
  });
  return { Endpoints: items.map((endpoint) => described(endpoint, home)), ...next };
});
