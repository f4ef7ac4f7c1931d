// Data streams: shards, the records of a shard, put a record.
import { useState } from 'preact/hooks';
import { callOf, type OutputOf } from '#api/model.ts';
import { Choice } from '#ui/filter.tsx';
import { shownTime, textFromBase64, toBase64 } from '#ui/format.ts';
import { Json } from '#ui/json.tsx';
import { Loaded } from '#ui/parts.tsx';
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
  const loaded = useLoaded(`records ${name} ${shard} ${api.scope.region}`, () => records(name, shard, api));
  const picker = <Choice label="Shard" value={shard} options={shards.flatMap(({ ShardId }) => ShardId ?? [])} onChoose={setShard} />;
  const open = loaded.value?.find(({ SequenceNumber }) => SequenceNumber === shown);
  return (
    <div class="stack">
      <Loaded of={loaded}>
        {(value) => (
          <Table
            label="records"
            rows={value}
            tools={picker}
            keyOf={({ SequenceNumber = '' }) => SequenceNumber}
            empty="The shard has no records."
            opened={shown}
            onOpen={({ SequenceNumber }) => setShown(SequenceNumber === shown ? undefined : SequenceNumber)}
            columns={[
              ['Sequence number', ({ SequenceNumber = '' }) => `…${SequenceNumber.slice(-12)}`],
              ['Arrived', ({ ApproximateArrivalTimestamp }) => shownTime(ApproximateArrivalTimestamp, { millis: true })],
              ['Partition key', 'PartitionKey'],
              ['Data', ({ Data = '' }) => textFromBase64(Data).slice(0, 300), 'mono'],
            ]}
          />
        )}
      </Loaded>
      {open && <Json value={textFromBase64(open.Data ?? '')} label="Data" />}
    </div>
  );
}

export const view = resource<Summary, Stream>({
  about: 'Data streams keep records in order, for several readers.',
  example: 'kinesis create-stream --stream-name clicks --shard-count 1',
  nameOf: ({ StreamName = '' }) => StreamName,
  columns: [
    ['Name', 'StreamName'],
    ['State', 'StreamStatus', 'badge'],
    ['Mode', ({ StreamModeDetails }) => StreamModeDetails?.StreamMode],
    ['Created', 'StreamCreationTimestamp', 'time'],
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
    ['State', summary.StreamStatus, 'badge'],
    ['ARN', summary.StreamARN, 'copy'],
    ['Shards', `${summary.OpenShardCount} open of ${shards.length}`],
    ['Retention', `${summary.RetentionPeriodHours} hours`],
    ['Consumers', String(summary.ConsumerCount ?? 0)],
    ['Created', summary.StreamCreationTimestamp, 'time'],
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
            ['Shard', 'ShardId', 'mono'],
            ['State', ({ SequenceNumberRange }) => (SequenceNumberRange?.EndingSequenceNumber ? 'closed' : 'open'), 'badge'],
            ['Parent', 'ParentShardId', 'mono'],
            ['First hash key', ({ HashKeyRange }) => HashKeyRange?.StartingHashKey, 'mono'],
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
