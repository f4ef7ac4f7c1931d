// Log groups: lines, streams.
import { callOf, type OutputOf } from '#api/model.ts';
import { shownTime } from '#ui/format.ts';
import { resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { LogView } from './log-view.tsx';

type Group = NonNullable<OutputOf<'logs', 'DescribeLogGroups'>['logGroups']>[number];
type Stream = NonNullable<OutputOf<'logs', 'DescribeLogStreams'>['logStreams']>[number];
interface Detail {
  readonly group: Group;
  readonly streams: readonly Stream[];
}

export const view = resource<Group, Detail>({
  about: 'Log groups hold what functions and services write.',
  example: 'logs create-log-group --log-group-name /shop/orders',
  nameOf: ({ logGroupName = '' }) => logGroupName,
  columns: [
    ['Name', 'logGroupName'],
    ['Size', 'storedBytes', 'bytes'],
    ['Retention', ({ retentionInDays }) => (retentionInDays ? `${retentionInDays} days` : 'for ever')],
    ['Created', 'creationTime', 'time'],
  ],
  create: {
    title: 'Create log group',
    submit: 'Create log group',
    fields: [{ name: 'logGroupName', label: 'Name', required: true }],
    calls: ({ logGroupName = '' }) => [callOf('logs', 'CreateLogGroup', { logGroupName })],
    opens: ({ logGroupName }) => logGroupName,
  },
  remove: (logGroupName) => [callOf('logs', 'DeleteLogGroup', { logGroupName })],
  load: async (name, { call }) => {
    const [{ logGroups = [] }, { logStreams = [] }] = await Promise.all([
      call('logs', 'DescribeLogGroups', { logGroupNamePrefix: name }),
      call('logs', 'DescribeLogStreams', { logGroupName: name, orderBy: 'LastEventTime', descending: true }),
    ]);
    return { group: logGroups.find(({ logGroupName }) => logGroupName === name)!, streams: logStreams };
  },
  facts: ({ group }) => [
    ['ARN', group.logGroupArn, 'copy'],
    ['Size', group.storedBytes, 'bytes'],
    ['Retention', group.retentionInDays ? `${group.retentionInDays} days` : 'for ever'],
    ['Created', group.creationTime, 'time'],
  ],
  tabs: [
    { id: 'lines', title: 'Lines', view: (_, { api, name }) => <LogView group={name} api={api} /> },
    {
      id: 'streams',
      title: 'Streams',
      count: ({ streams }) => streams.length,
      view: ({ streams }) => (
        <Table
          label="streams"
          rows={streams}
          keyOf={({ logStreamName = '' }) => logStreamName}
          columns={[
            ['Name', 'logStreamName', 'mono'],
            ['Last event', ({ lastEventTimestamp }) => shownTime(lastEventTimestamp, { millis: true })],
            ['First event', ({ firstEventTimestamp }) => shownTime(firstEventTimestamp, { millis: true })],
          ]}
        />
      ),
    },
  ],
});
