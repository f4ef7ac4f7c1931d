// AWS::Logs::LogStream. A stream has nothing to update: another name means another stream.
import { crudType } from '#core/resources/crud-type';
import { text } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

export const resource: ResourceType = crudType({
  id: 'LogStreamName',
  newName: 512,
  gone: ['ResourceNotFoundException'],
  properties: { LogGroupName: requiredText },
  create: (logStreamName, { LogGroupName: logGroupName }, _properties, ctx) =>
    ctx.call('logs', 'CreateLogStream', { logGroupName, logStreamName }),
  delete: (logStreamName, { LogGroupName }, ctx) =>
    ctx.call('logs', 'DeleteLogStream', { logGroupName: requiredText(LogGroupName), logStreamName }),
  async find(logStreamName, { LogGroupName }, ctx) {
    const asked = { logGroupName: text(LogGroupName), logStreamNamePrefix: logStreamName, limit: 1 };
    const { logStreams = [] } = await ctx.call('logs', 'DescribeLogStreams', asked);
    // The name itself sorts first among the names that begin with it.
    return logStreams.find((stream) => stream.logStreamName === logStreamName);
  },
  shown: (_found, { LogGroupName }) => ({ LogGroupName }),
  listNeeds: ['LogGroupName'],
  list: (nextToken, { LogGroupName }, ctx) => ctx.call('logs', 'DescribeLogStreams', { nextToken, logGroupName: text(LogGroupName) }),
  listed: ({ logStreams }) => logStreams?.map(({ logStreamName }) => logStreamName),
});
