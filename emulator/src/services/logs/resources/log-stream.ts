// AWS::Logs::LogStream
import { ignoring, text } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';

const GONE = ['ResourceNotFoundException'];
const MAX_NAME_LENGTH = 512;

/** A stream has nothing to update: another name means another stream. */
export const resource: ResourceType = {
  async create(properties, ctx) {
    const logStreamName = text(properties.LogStreamName) ?? ctx.physicalName(MAX_NAME_LENGTH);
    await ctx.call('logs', 'CreateLogStream', { logGroupName: text(properties.LogGroupName)!, logStreamName });
    return { physicalId: logStreamName, attributes: {} };
  },
  async delete(logStreamName, properties, ctx) {
    await ignoring(GONE, ctx.call('logs', 'DeleteLogStream', { logGroupName: text(properties.LogGroupName)!, logStreamName }));
  },
  async read(logStreamName, properties, ctx) {
    const logGroupName = text(properties.LogGroupName)!;
    const asked = { logGroupName, logStreamNamePrefix: logStreamName, limit: 1 };
    const found = await ignoring(GONE, ctx.call('logs', 'DescribeLogStreams', asked));
    // The name itself sorts first among the names that begin with it.
    if (found?.logStreams?.[0]?.logStreamName !== logStreamName) return undefined;
    return { LogGroupName: logGroupName, LogStreamName: logStreamName };
  },
  listNeeds: ['LogGroupName'],
  async list(filter, nextToken, ctx) {
    const { logStreams = [], nextToken: next } = await ctx.call('logs', 'DescribeLogStreams', {
      nextToken,
      logGroupName: text(filter.LogGroupName),
    });
    return { items: logStreams.map(({ logStreamName }) => ({ LogGroupName: filter.LogGroupName!, LogStreamName: logStreamName! })), next };
  },
  async adopt(identifier, _properties, ctx) {
    const [logGroupName, logStreamName] = [text(identifier.LogGroupName) ?? '', text(identifier.LogStreamName) ?? ''];
    const asked = { logGroupName, logStreamNamePrefix: logStreamName, limit: 1 };
    const { logStreams } = await ctx.call('logs', 'DescribeLogStreams', asked);
    if (logStreams?.[0]?.logStreamName !== logStreamName) throw new Error(`Log stream ${logStreamName} of ${logGroupName} does not exist.`);
    return { physicalId: logStreamName, attributes: {} };
  },
};
