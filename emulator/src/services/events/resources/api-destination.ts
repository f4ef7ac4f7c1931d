// AWS::Events::ApiDestination.

import type { Created, Properties } from '#core/resources/resource-handlers';
import { ignoring, number, text } from '#core/resources/resource-properties';
import { readAs } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

const GONE = ['ResourceNotFoundException'];
const MAX_NAME_LENGTH = 64;
const DEFAULT_RATE = 300;

const made = (Name: string, Arn = ''): Created => ({
  physicalId: Name,
  attributes: { Arn, ArnForPolicy: Arn.replace(/\/[^/]+$/, '') },
});

const facts = (properties: Properties) => ({
  ConnectionArn: text(properties.ConnectionArn)!,
  HttpMethod: text(properties.HttpMethod)!,
  InvocationEndpoint: text(properties.InvocationEndpoint)!,
  InvocationRateLimitPerSecond: number(properties.InvocationRateLimitPerSecond) ?? DEFAULT_RATE,
  Description: text(properties.Description),
});

export const resource: ResourceType = {
  async create(properties, ctx) {
    const Name = text(properties.Name) ?? ctx.physicalName(MAX_NAME_LENGTH);
    const { ApiDestinationArn } = await ctx.call('events', 'CreateApiDestination', { Name, ...facts(properties) });
    return made(Name, ApiDestinationArn);
  },
  async update(Name, properties, _previous, ctx) {
    const { ApiDestinationArn } = await ctx.call('events', 'UpdateApiDestination', { Name, ...facts(properties) });
    return made(Name, ApiDestinationArn);
  },
  async delete(Name, _properties, ctx) {
    await ignoring(GONE, ctx.call('events', 'DeleteApiDestination', { Name }));
  },
  async read(Name, _properties, ctx) {
    const found = await ignoring(GONE, ctx.call('events', 'DescribeApiDestination', { Name }));
    if (!found) return undefined;
    const { ConnectionArn, Description, HttpMethod, InvocationEndpoint, InvocationRateLimitPerSecond } = found;
    return readAs({ Name, ConnectionArn, Description, HttpMethod, InvocationEndpoint, InvocationRateLimitPerSecond });
  },
  async list(_filter, NextToken, ctx) {
    const { ApiDestinations = [], NextToken: next } = await ctx.call('events', 'ListApiDestinations', { NextToken });
    return { items: ApiDestinations.map(({ Name }) => ({ Name: Name! })), next };
  },
  async adopt(identifier, _properties, ctx) {
    const Name = text(identifier.Name) ?? '';
    return made(Name, (await ctx.call('events', 'DescribeApiDestination', { Name })).ApiDestinationArn);
  },
};
