// AWS::Logs::ScheduledQuery
import { crudType } from '#core/resources/crud-type';
import type { Value } from '#core/resources/resource-handlers';
import { changed, list, number, tagMap, tagsByKey, text, texts } from '#core/resources/resource-properties';
import { requiredText, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { uncapitalize, uncapitalized } from '#core/resources/uncapitalized';
import type { DestinationConfiguration } from '#model/logs';

const bucket = shape({ DestinationIdentifier: requiredText, RoleArn: requiredText });
const destination = shape({ S3Configuration: bucket });

function destinationOf(value: Value | undefined): DestinationConfiguration | undefined {
  const { S3Configuration } = destination(value) ?? {};
  return S3Configuration && { s3Configuration: uncapitalized(S3Configuration) };
}

export const resource: ResourceType = crudType({
  id: 'ScheduledQueryArn',
  gone: ['ResourceNotFoundException'],
  replaces: (properties, previous) => changed(['Name'], properties, previous),
  properties: {
    ...{ Description: text, QueryLanguage: requiredText, QueryString: requiredText, LogGroupIdentifiers: texts },
    ...{ ScheduleExpression: requiredText, Timezone: text, StartTimeOffset: number, DestinationConfiguration: destinationOf },
    ...{ ScheduleStartTime: number, ScheduleEndTime: number, ExecutionRoleArn: requiredText, State: text },
  },
  create: (_arn, given, { Name, Tags }, ctx) =>
    ctx.call('logs', 'CreateScheduledQuery', {
      name: requiredText(Name),
      ...uncapitalized(given),
      ...(list(Tags).length > 0 && { tags: tagMap(Tags) }),
    }),
  idOf: ({ scheduledQueryArn }) => scheduledQueryArn!,
  update: (identifier, given, _change, ctx) => ctx.call('logs', 'UpdateScheduledQuery', { identifier, ...uncapitalized(given) }),
  delete: (identifier, _properties, ctx) => ctx.call('logs', 'DeleteScheduledQuery', { identifier }),
  find: (identifier, _properties, ctx) => ctx.call('logs', 'GetScheduledQuery', { identifier }),
  attributes: ({ creationTime: CreationTime, lastUpdatedTime: LastUpdatedTime, lastTriggeredTime, lastExecutionStatus }) => ({
    ...{ CreationTime, LastUpdatedTime, LastTriggeredTime: lastTriggeredTime, LastExecutionStatus: lastExecutionStatus },
  }),
  memberOf: uncapitalize,
  shown: ({ name: Name, destinationConfiguration: { s3Configuration: s3 } = {} }) => ({
    Name,
    DestinationConfiguration: s3 && { S3Configuration: { DestinationIdentifier: s3.destinationIdentifier, RoleArn: s3.roleArn } },
  }),
  tags: {
    told: async (_found, resourceArn, ctx) => (await ctx.call('logs', 'ListTagsForResource', { resourceArn })).tags,
    put: (resourceArn, tags, _found, ctx) => ctx.call('logs', 'TagResource', { resourceArn, tags: tagsByKey(tags) }),
    remove: (resourceArn, tagKeys, _found, ctx) => ctx.call('logs', 'UntagResource', { resourceArn, tagKeys: [...tagKeys] }),
  },
  list: (nextToken, _filter, ctx) => ctx.call('logs', 'ListScheduledQueries', { nextToken }),
  listed: ({ scheduledQueries }) => scheduledQueries?.map(({ scheduledQueryArn }) => scheduledQueryArn),
});
