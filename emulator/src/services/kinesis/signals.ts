// The keys that are woken when there may be more to read.

/** Woken by each record of a stream, and by changes of its shards. */
export const streamSignal = (streamId: string): string => `kinesis.stream/${streamId}`;

/** Woken by each record of a shard, and when it is closed. */
export const shardSignal = (streamId: string, index: number): string => `kinesis.shard/${streamId}/${index}`;
