// The links of buckets: where their notifications and replicas go.
import { linksTo, resourceLinks } from '#core/traces/map/resource-links';
import { formatArn } from '#lib/arn';
import type { ConfigValues } from './bucket-configs.ts';
import { bucketArn } from './located-bucket.ts';
import { buckets, configs } from './state.ts';

export const links = resourceLinks([configs], function* ({ account, records }) {
  for (const [[name, kind], value] of records(configs).entries()) {
    const from = bucketArn(name);
    if (kind === 'notification') {
      const given = value as ConfigValues['notification'];
      yield* linksTo(from, 'notification', ...(given.TopicConfigurations ?? []).map(({ TopicArn }) => TopicArn));
      yield* linksTo(from, 'notification', ...(given.QueueConfigurations ?? []).map(({ QueueArn }) => QueueArn));
      yield* linksTo(from, 'notification', ...(given.LambdaFunctionConfigurations ?? []).map(({ LambdaFunctionArn }) => LambdaFunctionArn));
      const region = records(buckets).get([name])?.region;
      if (given.EventBridgeConfiguration && region !== undefined)
        yield { from, to: formatArn({ service: 'events', region, account, resource: 'event-bus/default' }), by: 'notification' };
    } else if (kind === 'replication') {
      const { Rules } = value as ConfigValues['replication'];
      yield* linksTo(from, 'replication', ...(Rules ?? []).map(({ Destination }) => Destination?.Bucket));
    }
  }
});
