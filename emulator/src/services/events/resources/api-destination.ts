// AWS::Events::ApiDestination.
import { crudType } from '#core/resources/crud-type';
import { number, text } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

const DEFAULT_RATE = 300;

export const resource: ResourceType = crudType({
  id: 'Name',
  newName: 64,
  gone: ['ResourceNotFoundException'],
  properties: {
    ConnectionArn: requiredText,
    HttpMethod: requiredText,
    InvocationEndpoint: requiredText,
    InvocationRateLimitPerSecond: (value) => number(value) ?? DEFAULT_RATE,
    Description: text,
  },
  create: (Name, given, _properties, ctx) => ctx.call('events', 'CreateApiDestination', { Name, ...given }),
  update: (Name, given, _change, ctx) => ctx.call('events', 'UpdateApiDestination', { Name, ...given }),
  delete: (Name, _properties, ctx) => ctx.call('events', 'DeleteApiDestination', { Name }),
  find: (Name, _properties, ctx) => ctx.call('events', 'DescribeApiDestination', { Name }),
  attributes: ({ ApiDestinationArn: Arn = '' }) => ({ Arn, ArnForPolicy: Arn.replace(/\/[^/]+$/, '') }),
  list: (NextToken, _filter, ctx) => ctx.call('events', 'ListApiDestinations', { NextToken }),
  listed: ({ ApiDestinations }) => ApiDestinations?.map(({ Name }) => Name),
});
