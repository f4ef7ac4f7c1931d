// Ways of CloudWatch Logs: logs that are delivered for other services, and queries that run by a schedule.
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import type { Way } from './way.ts';

const LOGGED = '/aws/vendedlogs/events/event-bus/logged';

export const LOG_WAYS: readonly Way[] = [
  {
    title: 'a scheduled query',
    entries: ['work logs.run-scheduled-query', 'work logs.end-scheduled-query'],
    go: async ({ emulator }) => {
      const logs = emulator.client(CloudWatchLogs);
      await logs.createLogGroup({ logGroupName: '/app' });
      await logs.createScheduledQuery({
        ...{ name: 'errors', queryLanguage: 'CWLI', queryString: 'limit 1', logGroupIdentifiers: ['/app'] },
        ...{ scheduleExpression: 'rate(1 minute)', executionRoleArn: 'arn:aws:iam::000000000000:role/any' },
      });
      await emulator.clock.advance('1m');
      return undefined;
    },
    step: { kind: 'run', what: 'job', name: 'scheduled query errors', failed: false },
  },
  {
    title: 'the log of an event bus',
    entries: ['logs sender'],
    go: async ({ emulator }) => {
      const [events, logs] = [emulator.client(EventBridge), emulator.client(CloudWatchLogs)];
      const { EventBusArn: resourceArn } = await events.createEventBus({ Name: 'logged', LogConfig: { Level: 'INFO' } });
      await logs.createLogGroup({ logGroupName: LOGGED });
      await logs.putDeliverySource({ name: 'logged', resourceArn, logType: 'INFO_LOGS' });
      const deliveryDestinationConfiguration = { destinationResourceArn: `arn:aws:logs:us-east-1:000000000000:log-group:${LOGGED}` };
      const { deliveryDestination } = await logs.putDeliveryDestination({ name: 'to', deliveryDestinationConfiguration });
      await logs.createDelivery({ deliverySourceName: 'logged', deliveryDestinationArn: deliveryDestination!.arn });
      const Entries = [{ EventBusName: 'logged', Source: 'shop', DetailType: 'placed', Detail: '{}' }];
      return (await events.putEvents({ Entries })).$metadata.requestId;
    },
    step: { kind: 'delivery', targetArn: `arn:aws:logs:us-east-1:000000000000:log-group:${LOGGED}`, outcome: 'delivered' },
  },
];
