// The links of alarms: the resources whose metrics they watch, their actions, the alarms that others are made of, and where metric streams go.
import type { RegionScope } from '#core/region-scope';
import { type LinkEnd, linksTo, resourceLinks } from '#core/traces/map/resource-links';
import { formatArn } from '#lib/arn';
import { table } from '#lib/table';
import { alarmArn, metricStreamArn } from './arns.ts';
import { type AlarmMetric, alarms, metricStreams } from './state.ts';

/** The dimension of a namespace that names a resource, with the service and the beginning of the resource in its ARN. */
const WATCHED: Readonly<Record<string, readonly [dimension: string, service: string, before: string]>> = table({
  'AWS/ApiGateway': ['ApiId', 'execute-api', ''],
  'AWS/DynamoDB': ['TableName', 'dynamodb', 'table/'],
  'AWS/Firehose': ['DeliveryStreamName', 'firehose', 'deliverystream/'],
  'AWS/Kinesis': ['StreamName', 'kinesis', 'stream/'],
  'AWS/Lambda': ['FunctionName', 'lambda', 'function:'],
  'AWS/Logs': ['LogGroupName', 'logs', 'log-group:'],
  'AWS/SNS': ['TopicName', 'sns', ''],
  'AWS/SQS': ['QueueName', 'sqs', ''],
  'AWS/States': ['StateMachineArn', 'states', ''],
});

function watched({ namespace, dimensions }: Pick<AlarmMetric, 'namespace' | 'dimensions'>, scope: RegionScope): LinkEnd | undefined {
  // REST APIs are watched by their names.
  const api = namespace === 'AWS/ApiGateway' ? dimensions.find(({ name }) => name === 'ApiName') : undefined;
  if (api) return { service: 'apigateway', label: api.value };
  const [dimension, service = '', before = ''] = WATCHED[namespace] ?? [];
  const { value } = dimensions.find(({ name }) => name === dimension) ?? {};
  return value === undefined || value.startsWith('arn:') ? value : formatArn({ service, ...scope, resource: `${before}${value}` });
}

export const links = resourceLinks([alarms, metricStreams], function* (ctx) {
  const { account, region } = ctx;
  for (const alarm of ctx.records(alarms).range()) {
    const arn = alarmArn(alarm.name, ctx);
    yield* linksTo(arn, 'alarm action', ...alarm.alarmActions);
    yield* linksTo(arn, 'action', ...alarm.okActions, ...alarm.insufficientDataActions);
    if (alarm.kind === 'composite') {
      for (const child of alarm.children) yield { from: alarmArn(child, ctx), to: arn, by: 'rule' };
      continue;
    }
    const queried = (alarm.queries ?? []).flatMap(({ MetricStat: stat }) => {
      const { Namespace: namespace = '', Dimensions = [] } = stat?.Metric ?? {};
      return [{ namespace, dimensions: Dimensions.map(({ Name: name = '', Value: value = '' }) => ({ name, value })) }];
    });
    for (const metric of [...(alarm.metric ? [alarm.metric] : []), ...queried]) {
      const from = watched(metric, { account, region });
      if (from !== undefined) yield { from, to: arn, by: 'metric' };
    }
  }
  for (const { name, firehoseArn } of ctx.records(metricStreams).range())
    yield { from: metricStreamArn(name, ctx), to: firehoseArn, by: 'destination' };
});
