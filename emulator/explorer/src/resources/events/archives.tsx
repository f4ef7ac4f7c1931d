// Archives of events and their replays.
import { callOf, type OutputOf } from '#api/model.ts';
import { Json } from '#ui/json.tsx';
import { resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';

type Archive = NonNullable<OutputOf<'events', 'ListArchives'>['Archives']>[number];
interface Detail {
  readonly archive: OutputOf<'events', 'DescribeArchive'>;
  readonly replays: NonNullable<OutputOf<'events', 'ListReplays'>['Replays']>;
}

const HOUR_MS = 3_600_000;
/** The value of a field for a local time. */
const localTime = (ms: number): string => new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);

export const view = resource<Archive, Detail>({
  about: 'Archives keep the events of a bus, so that they can be replayed.',
  example: 'events create-archive --archive-name all --event-source-arn arn:aws:events:us-east-1:000000000000:event-bus/default',
  nameOf: ({ ArchiveName = '' }) => ArchiveName,
  columns: [
    ['Name', 'ArchiveName'],
    ['State', 'State', 'badge'],
    ['Events', 'EventCount', 'number'],
    ['Size', 'SizeBytes', 'bytes'],
    ['Bus', 'EventSourceArn', 'arn'],
  ],
  create: {
    title: 'Create archive',
    submit: 'Create archive',
    fields: [
      { name: 'ArchiveName', label: 'Name', required: true },
      {
        name: 'EventSourceArn',
        label: 'ARN of the bus',
        required: true,
        initial: 'arn:aws:events:us-east-1:000000000000:event-bus/default',
      },
      { name: 'EventPattern', label: 'Event pattern', kind: 'json' },
      { name: 'RetentionDays', label: 'Days to keep events', kind: 'number', hint: 'Without a number, for ever.' },
    ],
    calls: ({ ArchiveName = '', EventSourceArn = '', EventPattern, RetentionDays }) => [
      callOf('events', 'CreateArchive', {
        ArchiveName,
        EventSourceArn,
        ...(EventPattern && { EventPattern }),
        ...(RetentionDays && { RetentionDays: Number(RetentionDays) }),
      }),
    ],
    opens: ({ ArchiveName }) => ArchiveName,
  },
  remove: (ArchiveName) => [callOf('events', 'DeleteArchive', { ArchiveName })],
  load: async (ArchiveName, { call }) => {
    const archive = await call('events', 'DescribeArchive', { ArchiveName });
    const { Replays = [] } = await call('events', 'ListReplays', { EventSourceArn: archive.ArchiveArn });
    return { archive, replays: Replays };
  },
  facts: ({ archive }) => [
    ['State', archive.State, 'badge'],
    ['ARN', archive.ArchiveArn, 'copy'],
    ['Bus', archive.EventSourceArn, 'copy'],
    ['Events', String(archive.EventCount ?? 0)],
    ['Size', archive.SizeBytes, 'bytes'],
    ['Retention', archive.RetentionDays ? `${archive.RetentionDays} days` : 'for ever'],
  ],
  tabs: [
    {
      id: 'replays',
      title: 'Replays',
      count: ({ replays }) => replays.length,
      view: ({ replays }) => (
        <Table
          label="replays"
          rows={replays}
          keyOf={({ ReplayName = '' }) => ReplayName}
          empty="Nothing was replayed yet."
          columns={[
            ['Name', 'ReplayName'],
            ['State', 'State', 'badge'],
            ['From', 'EventStartTime', 'time'],
            ['To', 'EventEndTime', 'time'],
            ['Reason', 'StateReason', 'long'],
          ]}
        />
      ),
    },
    { id: 'pattern', title: 'Pattern', view: ({ archive }) => <Json value={archive.EventPattern ?? '(all events)'} label="Pattern" /> },
  ],
  actions: ({ archive }) => [
    {
      title: 'Replay',
      submit: 'Start replay',
      fields: [
        { name: 'ReplayName', label: 'Name', required: true, initial: `replay-${Date.now().toString(36)}` },
        { name: 'from', label: 'From', kind: 'time', required: true, initial: localTime(Date.now() - HOUR_MS) },
        { name: 'to', label: 'To', kind: 'time', required: true, initial: localTime(Date.now()) },
      ],
      calls: ({ ReplayName = '', from = '', to = '' }) => [
        callOf('events', 'StartReplay', {
          ReplayName,
          EventSourceArn: archive.ArchiveArn ?? '',
          EventStartTime: new Date(from).getTime() / 1000,
          EventEndTime: new Date(to).getTime() / 1000,
          Destination: { Arn: archive.EventSourceArn ?? '' },
        }),
      ],
    },
  ],
});
