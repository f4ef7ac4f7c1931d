// Archives of events and their replays.
import { callOf, type OutputOf } from '#api/model.ts';
import { shownBytes, shownTime } from '#ui/format.ts';
import { Badge, Json } from '#ui/parts.tsx';
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
    { title: 'Name', text: ({ ArchiveName }) => ArchiveName },
    { title: 'State', text: ({ State }) => State, cell: ({ State }) => <Badge state={State} /> },
    { title: 'Events', text: ({ EventCount }) => EventCount, kind: 'number' },
    { title: 'Size', text: ({ SizeBytes }) => SizeBytes, cell: ({ SizeBytes }) => shownBytes(SizeBytes), kind: 'number' },
    { title: 'Bus', text: ({ EventSourceArn }) => EventSourceArn, kind: 'mono' },
  ],
  remove: (ArchiveName) => [callOf('events', 'DeleteArchive', { ArchiveName })],
  load: async (ArchiveName, { call }) => {
    const archive = await call('events', 'DescribeArchive', { ArchiveName });
    const { Replays = [] } = await call('events', 'ListReplays', { EventSourceArn: archive.ArchiveArn });
    return { archive, replays: Replays };
  },
  facts: ({ archive }) => [
    { label: 'State', value: <Badge state={archive.State} /> },
    { label: 'ARN', value: archive.ArchiveArn, copy: true },
    { label: 'Bus', value: archive.EventSourceArn, copy: true },
    { label: 'Events', value: String(archive.EventCount ?? 0) },
    { label: 'Size', value: shownBytes(archive.SizeBytes) },
    { label: 'Retention', value: archive.RetentionDays ? `${archive.RetentionDays} days` : 'for ever' },
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
            { title: 'Name', text: ({ ReplayName }) => ReplayName },
            { title: 'State', text: ({ State }) => State, cell: ({ State }) => <Badge state={State} /> },
            { title: 'From', text: ({ EventStartTime }) => shownTime(EventStartTime) },
            { title: 'To', text: ({ EventEndTime }) => shownTime(EventEndTime) },
            { title: 'Reason', text: ({ StateReason }) => StateReason ?? '' },
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
