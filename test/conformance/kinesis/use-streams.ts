// A Kinesis client, streams made in one call, and all records of a shard.
import { type _Record, Kinesis, type ShardIteratorType } from '@aws-sdk/client-kinesis';
import type { StartOptions } from '../../../emulator/src/main.ts';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

/** Where reading begins; by default the first record of the first shard. */
export interface Where {
  readonly shard?: number;
  readonly type?: ShardIteratorType;
  readonly from?: string | undefined;
  readonly time?: Date | undefined;
}

export interface Streams extends AsyncDisposable {
  readonly emulator: TestEmulator;
  readonly kinesis: Kinesis;
  /** Makes a stream and answers its ARN. */
  stream(name: string, shardCount?: number): Promise<string>;
  iterator(name: string, more?: Where): Promise<string>;
  /** The records of one page from a new iterator. */
  records(name: string, shard?: number): Promise<_Record[]>;
}

export const shardId = (index: number): string => `shardId-${String(index).padStart(12, '0')}`;
export const textOf = (record: _Record): string => Buffer.from(record.Data!).toString();

/** The clock stands still unless a test moves it. */
export async function useStreams(options: StartOptions = {}): Promise<Streams> {
  const emulator = await startTestEmulator({ clock: 'manual', ...options });
  const kinesis = emulator.client(Kinesis);
  const iterator: Streams['iterator'] = async (name, { shard = 0, type = 'TRIM_HORIZON', from, time } = {}) => {
    const input = { StreamName: name, ShardId: shardId(shard), ShardIteratorType: type, StartingSequenceNumber: from, Timestamp: time };
    return (await kinesis.getShardIterator(input)).ShardIterator!;
  };
  return {
    [Symbol.asyncDispose]: () => emulator.stop(),
    emulator,
    kinesis,
    iterator,
    stream: async (name, shardCount = 1) => {
      await kinesis.createStream({ StreamName: name, ShardCount: shardCount });
      const { StreamDescriptionSummary } = await kinesis.describeStreamSummary({ StreamName: name });
      return StreamDescriptionSummary!.StreamARN!;
    },
    records: async (name, shard = 0) => (await kinesis.getRecords({ ShardIterator: await iterator(name, { shard }) })).Records!,
  };
}
