// AWS::Events::Endpoint.
import { crudType } from '#core/resources/crud-type';
import type { Value } from '#core/resources/resource-handlers';
import { text } from '#core/resources/resource-properties';
import { asGiven } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import type { EndpointEventBus, ReplicationConfig, RoutingConfig } from '#model/events';

/** A block whose members are those of the operation, and texts all. */
const asIs = <T>(value: Value | undefined) => value as T;

export const resource: ResourceType = crudType({
  id: 'Name',
  newName: 64,
  gone: ['ResourceNotFoundException'],
  properties: {
    RoutingConfig: asIs<RoutingConfig>,
    EventBuses: asIs<EndpointEventBus[]>,
    ReplicationConfig: asIs<ReplicationConfig | undefined>,
    RoleArn: text,
    Description: text,
  },
  cleared: { Description: '' },
  create: (Name, given, _properties, ctx) => ctx.call('events', 'CreateEndpoint', { Name, ...given }),
  update: (Name, given, _change, ctx) => ctx.call('events', 'UpdateEndpoint', { Name, ...given }),
  delete: (Name, _properties, ctx) => ctx.call('events', 'DeleteEndpoint', { Name }),
  find: (Name, _properties, ctx) => ctx.call('events', 'DescribeEndpoint', { Name }),
  attributes: ({ Arn, EndpointId, EndpointUrl, State, StateReason }) => ({ Arn, EndpointId, EndpointUrl, State, StateReason }),
  shown: ({ ReplicationConfig }, given) => ({ ReplicationConfig: asGiven(ReplicationConfig, given.ReplicationConfig) }),
  list: (NextToken, _filter, ctx) => ctx.call('events', 'ListEndpoints', { NextToken }),
  listed: ({ Endpoints }) => Endpoints?.map(({ Name }) => Name),
});
