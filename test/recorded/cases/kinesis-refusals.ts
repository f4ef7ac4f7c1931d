// How data streams were measured to refuse requests, by tests of kinesalite that were run against the service.
import { type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';

const kinesalite = (file: string, test: string): string => `mhart/kinesalite, test/${file}.js: ${test} (verified against the service)`;
/** When the tests were last changed. */
const RECORDED = '2018-03';
const StreamName = '{id}';
const stream: Step = { call: 'kinesis.CreateStream', input: { StreamName, ShardCount: 3 } };
const UNDER = 'in stream {id} under account {account}';
const invalid = (call: string, input: object, message: string): Step =>
  refused(`kinesis.${call}`, { StreamName, ...input }, 'InvalidArgumentException', message, { status: 400 });
const missing = (call: string, input: object, message: string): Step =>
  refused(`kinesis.${call}`, { StreamName, ...input }, 'ResourceNotFoundException', message, { status: 400 });

const split = (ShardToSplit: string, NewStartingHashKey: string) => ({ ShardToSplit, NewStartingHashKey });
const outside = (key: string, shard: number, from: string, to: string): string =>
  `NewStartingHashKey ${key} used in SplitShard() on shard shardId-00000000000${shard} ${UNDER} is not both greater than one plus the shard's StartingHashKey ${from} and less than the shard's EndingHashKey ${to}.`;
const FIRST_END = '113427455640312821154458202477256070484';
const NINES = '9'.repeat(39);

const shards: RecordedCase[] = [
  {
    title: 'a shard is split strictly within its range',
    source: kinesalite('splitShard', 'should return InvalidArgumentException for hash too small, too big, much too big'),
    recorded: RECORDED,
    steps: [
      stream,
      invalid('SplitShard', split('shardId-000000000000', '1'), outside('1', 0, '0', FIRST_END)),
      invalid('SplitShard', split('shardId-000000000000', FIRST_END), outside(FIRST_END, 0, '0', FIRST_END)),
      invalid(
        'SplitShard',
        split('shardId-000000000002', NINES),
        outside(NINES, 2, '226854911280625642308916404954512140970', '340282366920938463463374607431768211455'),
      ),
    ],
  },
  {
    title: 'a shard that is split is there, in a stream that is there',
    source: kinesalite('splitShard', 'should return ResourceNotFoundException if …'),
    recorded: RECORDED,
    steps: [
      missing('SplitShard', split('shardId-000000000000', '2'), 'Stream {id} under account {account} not found.'),
      stream,
      missing('SplitShard', split('shardId-5', '0'), `Could not find shard shardId-000000000005 ${UNDER}.`),
    ],
  },
  {
    title: 'two shards are merged that are adjacent, the lower one first',
    source: kinesalite('mergeShards', 'should return InvalidArgumentException if shards not adjacent, if adjacency is inverted'),
    recorded: RECORDED,
    steps: [
      stream,
      ...(
        [
          [0, 2],
          [1, 0],
        ] as const
      ).map(([one, other]) =>
        invalid(
          'MergeShards',
          { ShardToMerge: `shardId-00000000000${one}`, AdjacentShardToMerge: `shardId-00000000000${other}` },
          `Shards shardId-00000000000${one} and shardId-00000000000${other} ${UNDER} are not an adjacent pair of shards eligible for merging`,
        ),
      ),
      missing(
        'MergeShards',
        { ShardToMerge: 'shardId-000000000000', AdjacentShardToMerge: 'shardId-5' },
        `Could not find shard shardId-000000000005 ${UNDER}.`,
      ),
    ],
  },
];

const NEEDS =
  'Must either specify (1) AT_SEQUENCE_NUMBER or AFTER_SEQUENCE_NUMBER and StartingSequenceNumber or (2) TRIM_HORIZON or LATEST and no StartingSequenceNumber.';
const ShardId = 'shardId-000000000000';

const iterators: RecordedCase[] = [
  {
    title: 'an iterator has a sequence number where its type has one, and only there',
    source: kinesalite('getShardIterator', 'should return InvalidArgumentException if AT_SEQUENCE_NUMBER and no StartingSequenceNumber, …'),
    recorded: RECORDED,
    steps: [
      stream,
      ...['AT_SEQUENCE_NUMBER', 'AFTER_SEQUENCE_NUMBER'].map((ShardIteratorType) =>
        invalid(
          'GetShardIterator',
          { ShardId, ShardIteratorType },
          `${NEEDS} Request specified ${ShardIteratorType} and no StartingSequenceNumber.`,
        ),
      ),
      ...['LATEST', 'TRIM_HORIZON'].map((ShardIteratorType) =>
        invalid(
          'GetShardIterator',
          { ShardId, ShardIteratorType, StartingSequenceNumber: '5' },
          `${NEEDS} Request specified ${ShardIteratorType} and also a StartingSequenceNumber.`,
        ),
      ),
    ],
  },
  {
    title: 'an iterator of a stream that is not there misses its shard',
    source: kinesalite('getShardIterator', 'should return ResourceNotFoundException if unknown stream and …'),
    recorded: RECORDED,
    steps: [missing('GetShardIterator', { ShardId, ShardIteratorType: 'LATEST' }, `Shard ${ShardId} ${UNDER} does not exist`)],
  },
];

const retention: RecordedCase[] = [
  {
    title: 'records are kept for a day at least, and the other operation keeps them shorter',
    source: kinesalite(
      'increaseStreamRetentionPeriod',
      'should return InvalidArgumentException for retention period less than 24, less than current',
    ),
    recorded: RECORDED,
    steps: [
      stream,
      invalid(
        'IncreaseStreamRetentionPeriod',
        { RetentionPeriodHours: 23 },
        'Minimum allowed retention period is 24 hours. Requested retention period (23 hours) is too short.',
      ),
      { call: 'kinesis.IncreaseStreamRetentionPeriod', input: { StreamName, RetentionPeriodHours: 25 } },
      invalid(
        'IncreaseStreamRetentionPeriod',
        { RetentionPeriodHours: 24 },
        'Requested retention period (24 hours) for stream {id} can not be shorter than existing retention period (25 hours). Use DecreaseRetentionPeriod API.',
      ),
      {
        call: 'kinesis.DescribeStreamSummary',
        input: { StreamName },
        contains: { StreamDescriptionSummary: { RetentionPeriodHours: 25 } },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 'kinesis', cases: [...shards, ...iterators, ...retention] };
