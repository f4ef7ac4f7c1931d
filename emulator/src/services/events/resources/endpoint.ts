// AWS::Events::Endpoint.

import type { Created, Properties } from '#core/resources/resource-handlers';
import { ignoring, text } from '#core/resources/resource-properties';
import { asGiven, asMembers, readAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import type { EndpointEventBus, ReplicationConfig, RoutingConfig } from '#model/events';

const GONE = ['ResourceNotFoundException'];
const MAX_NAME_LENGTH = 64;

async function made(Name: string, ctx: ResourceContext): Promise<Created> {
  const { Arn, EndpointId, EndpointUrl, State, StateReason } = await ctx.call('events', 'DescribeEndpoint', { Name });
  return { physicalId: Name, attributes: asMembers({ Arn, EndpointId, EndpointUrl, State, StateReason }) };
}

const facts = (properties: Properties) => ({
  RoutingConfig: properties.RoutingConfig as unknown as RoutingConfig,
  EventBuses: properties.EventBuses as unknown as EndpointEventBus[],
  ReplicationConfig: properties.ReplicationConfig as ReplicationConfig | undefined,
  RoleArn: text(properties.RoleArn),
});

export const resource: ResourceType = {
  async create(properties, ctx) {
    const Name = text(properties.Name) ?? ctx.physicalName(MAX_NAME_LENGTH);
    await ctx.call('events', 'CreateEndpoint', { Name, ...facts(properties), Description: text(properties.Description) });
    return made(Name, ctx);
  },
  async update(Name, properties, previous, ctx) {
    // The operation keeps what is not sent, so a removed description is sent as an empty one.
    const Description = text(properties.Description) ?? (previous.Description === undefined ? undefined : '');
    await ctx.call('events', 'UpdateEndpoint', { Name, ...facts(properties), Description });
    return made(Name, ctx);
  },
  async delete(Name, _properties, ctx) {
    await ignoring(GONE, ctx.call('events', 'DeleteEndpoint', { Name }));
  },
  async read(Name, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('events', 'DescribeEndpoint', { Name }));
    if (!found) return undefined;
    const { Description, EventBuses, RoutingConfig, ReplicationConfig, RoleArn } = found;
    return readAs({
      Name,
      Description: Description || undefined,
      EventBuses,
      RoutingConfig,
      ReplicationConfig: asGiven(ReplicationConfig, properties.ReplicationConfig),
      RoleArn,
    });
  },
  async list(_filter, NextToken, ctx) {
    const { Endpoints = [], NextToken: next } = await ctx.call('events', 'ListEndpoints', { NextToken });
    return { items: Endpoints.map(({ Name }) => ({ Name: Name! })), next };
  },
  adopt: async (identifier, _properties, ctx) => made(text(identifier.Name) ?? '', ctx),
};
