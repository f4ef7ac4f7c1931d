// Data streams: shards, the records of a shard, put a record.
import { useState } from 'preact/hooks';
import { callOf, type OutputOf } from '#api/model.ts';
import { shownTime, textFromBase64, toBase64 } from '#ui/format.ts';
import { Badge, Json, Loading, Problem } from '#ui/parts.tsx';
import { type Api, resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { useLoaded } from '#ui/use-loaded.ts';

type Summary = NonNullable<OutputOf<'kinesis', 'ListStreams'>['StreamSummaries']>[number];
type Shard = NonNullable<OutputOf<'kinesis', 'ListShards'>['Shards']>[number];
interface Stream {
  readonly name: string;
  readonly summary: NonNullable<OutputOf<'kinesis', 'DescribeStreamSummary'>['StreamDescriptionSummary']>;
  readonly shards: readonly Shard[];
}

const MAX_READ_CALLS = 20;

/** The oldest records of a shard, at most 1,000. */
async function records(StreamName: string, ShardId: string, { call }: Api) {
  let { ShardIterator } = await call('kinesis', 'GetShardIterator', { StreamName, ShardId, ShardIteratorType: 'TRIM_HORIZON' });
  const all: NonNullable<OutputOf<'kinesis', 'GetRecords'>['Records']> = [];
  for (let i = 0; i < MAX_READ_CALLS && ShardIterator; i++) {
    const { Records = [], NextShardIterator, MillisBehindLatest } = await call('kinesis', 'GetRecords', { ShardIterator, Limit: 1_000 });
    all.push(...Records);
    if (all.length >= 1_000 || MillisBehindLatest === 0) break;
    ShardIterator = NextShardIterator;
  }
  return all;
}

function Records({ stream: { name, shards }, api }: { stream: Stream; api: Api }) {
  const [shard, setShard] = useState(shards[0]?.ShardId ?? '');
  const [shown, setShown] = useState<string>();
  const { value, error, reload } = useLoaded(`records ${name} ${shard} ${api.scope.region}`, () => records(name, shard, api));
  const picker = (
    <select aria-label="Shard" value={shard} onChange={({ currentTarget }) => setShard(currentTarget.value)}>
      {shards.map(({ ShardId }) => (
        <option key={ShardId} value={ShardId}>
          {ShardId}
        </option>
      ))}
    </select>
  );
  const open = value?.find(({ SequenceNumber }) => SequenceNumber === shown);
  return (
    <div class="stack">
      {error !== undefined && <Problem error={error} retry={reload} />}
      {value === undefined ? (
        <Loading />
      ) : (
        <Table
          label="records"
          rows={value}
          tools={picker}
          keyOf={({ SequenceNumber = '' }) => SequenceNumber}
          empty="The shard has no records."
          columns={[
            {
              title: 'Sequence number',
              text: ({ SequenceNumber }) => SequenceNumber,
              cell: ({ SequenceNumber = '' }) => (
                <button
                  type="button"
                  class="link mono"
                  aria-expanded={SequenceNumber === shown}
                  onClick={() => setShown(SequenceNumber === shown ? undefined : SequenceNumber)}
                >
                  …{SequenceNumber.slice(-12)}
                </button>
              ),
            },
            { title: 'Arrived', text: ({ ApproximateArrivalTimestamp }) => shownTime(ApproximateArrivalTimestamp, { millis: true }) },
            { title: 'Partition key', text: ({ PartitionKey }) => PartitionKey },
            { title: 'Data', text: ({ Data = '' }) => textFromBase64(Data).slice(0, 300), kind: 'mono' },
          ]}
        />
      )}
      {open && <Json value={textFromBase64(open.Data ?? '')} label="Data" />}
    </div>
  );
}

export const view = resource<Summary, Stream>({
  about: 'Data streams keep records in order, for several readers.',
  example: 'kinesis create-stream --stream-name clicks --shard-count 1',
  nameOf: ({ StreamName = '' }) => StreamName,
  columns: [
    { title: 'Name', text: ({ StreamName }) => StreamName },
    { title: 'State', text: ({ StreamStatus }) => StreamStatus, cell: ({ StreamStatus }) => <Badge state={StreamStatus} /> },
    { title: 'Mode', text: ({ StreamModeDetails }) => StreamModeDetails?.StreamMode },
    { title: 'Created', text: ({ StreamCreationTimestamp }) => shownTime(StreamCreationTimestamp) },
  ],
  create: {
    title: 'Create stream',
    submit: 'Create stream',
    fields: [
      { name: 'StreamName', label: 'Name', required: true },
      { name: 'ShardCount', label: 'Shards', kind: 'number', initial: '1', hint: 'Without a number, the stream scales on demand.' },
    ],
    calls: ({ StreamName = '', ShardCount }) => [
      callOf('kinesis', 'CreateStream', {
        StreamName,
        ...(ShardCount ? { ShardCount: Number(ShardCount) } : { StreamModeDetails: { StreamMode: 'ON_DEMAND' as const } }),
      }),
    ],
    opens: ({ StreamName }) => StreamName,
  },
  remove: (StreamName) => [callOf('kinesis', 'DeleteStream', { StreamName, EnforceConsumerDeletion: true })],
  load: async (StreamName, { call }) => {
    const [{ StreamDescriptionSummary }, { Shards = [] }] = await Promise.all([
      call('kinesis', 'DescribeStreamSummary', { StreamName }),
      call('kinesis', 'ListShards', { StreamName }),
    ]);
    return { name: StreamName, summary: StreamDescriptionSummary!, shards: Shards };
  },
  facts: ({ summary, shards }) => [
    { label: 'State', value: <Badge state={summary.StreamStatus} /> },
    { label: 'ARN', value: summary.StreamARN, copy: true },
    { label: 'Shards', value: `${summary.OpenShardCount} open of ${shards.length}` },
    { label: 'Retention', value: `${summary.RetentionPeriodHours} hours` },
    { label: 'Consumers', value: String(summary.ConsumerCount ?? 0) },
    { label: 'Created', value: shownTime(summary.StreamCreationTimestamp) },
  ],
  tabs: [
    { id: 'records', title: 'Records', view: (stream, { api }) => <Records stream={stream} api={api} /> },
    {
      id: 'shards',
      title: 'Shards',
      count: ({ shards }) => shards.length,
      view: ({ shards }) => (
        <Table
          label="shards"
          rows={shards}
          keyOf={({ ShardId = '' }) => ShardId}
          columns={[
            { title: 'Shard', text: ({ ShardId }) => ShardId, kind: 'mono' },
            { title: 'Parent', text: ({ ParentShardId }) => ParentShardId ?? '', kind: 'mono' },
            { title: 'State', text: ({ SequenceNumberRange }) => (SequenceNumberRange?.EndingSequenceNumber ? 'closed' : 'open') },
            { title: 'First hash key', text: ({ HashKeyRange }) => HashKeyRange?.StartingHashKey, kind: 'mono' },
          ]}
        />
      ),
    },
  ],
  actions: ({ name }) => [
    {
      title: 'Put record',
      submit: 'Put record',
      fields: [
        { name: 'PartitionKey', label: 'Partition key', required: true, initial: 'key-1' },
        { name: 'Data', label: 'Data', kind: 'area', required: true, initial: '{\n  "hello": "world"\n}' },
      ],
      calls: ({ PartitionKey = '', Data = '' }) => [
        callOf('kinesis', 'PutRecord', { StreamName: name, PartitionKey, Data: toBase64(new TextEncoder().encode(Data)) }),
      ],
      done: ([output]) => `Put into ${(output as { ShardId: string }).ShardId}.`,
    },
  ],
});
