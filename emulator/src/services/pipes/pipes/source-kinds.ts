// Kinds of sources, by ARN or address: the block of parameters that belongs to each. Pure.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-event-source.html
import type { PipeSourceParameters } from '#model/pipes';

export const QUEUE_BLOCK = 'SqsQueueParameters';
export const TABLE_STREAM_BLOCK = 'DynamoDBStreamParameters';
export const DATA_STREAM_BLOCK = 'KinesisStreamParameters';
export const MANAGED_TOPIC_BLOCK = 'ManagedStreamingKafkaParameters';
export const OWN_TOPIC_BLOCK = 'SelfManagedKafkaParameters';

export type StreamBlock = typeof TABLE_STREAM_BLOCK | typeof DATA_STREAM_BLOCK;
export type TopicBlock = typeof MANAGED_TOPIC_BLOCK | typeof OWN_TOPIC_BLOCK;
type SourceBlock = typeof QUEUE_BLOCK | StreamBlock | TopicBlock;

interface SourceKind {
  readonly address: RegExp;
  readonly block: SourceBlock & keyof PipeSourceParameters;
  readonly name: string;
}

/** Begins the address of a cluster that is not managed: `smk://broker-1:9092`. */
export const OWN_CLUSTER = 'smk://';

const KINDS: readonly SourceKind[] = [
  { address: /^arn:aws[a-z-]*:sqs:[^:]+:\d{12}:/, block: QUEUE_BLOCK, name: 'a queue' },
  { address: /^arn:aws[a-z-]*:dynamodb:[^:]+:\d{12}:table\/[^/]+\/stream\/.+$/, block: TABLE_STREAM_BLOCK, name: 'a stream of a table' },
  { address: /^arn:aws[a-z-]*:kinesis:[^:]+:\d{12}:stream\/[^/]+$/, block: DATA_STREAM_BLOCK, name: 'a data stream' },
  {
    address: /^arn:aws[a-z-]*:kafka:[^:]+:\d{12}:cluster\/[^/]+\/[^/]+$/,
    block: MANAGED_TOPIC_BLOCK,
    name: 'a managed cluster of Kafka',
  },
  { address: /^smk:\/\/./, block: OWN_TOPIC_BLOCK, name: 'a cluster of Kafka' },
];

/** Undefined where nothing here offers records to pipes. */
export const sourceKind = (source: string): SourceKind | undefined => KINDS.find(({ address }) => address.test(source));
