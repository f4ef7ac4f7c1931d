// Requests that write, read and find records. https://kafka.apache.org/protocol#protocol_messages
import { INT8, INT16, INT32, INT64, list, NULLABLE_BYTES, NULLABLE_STRING, nullableList, STRING, since, struct } from '#lib/kafka/schema';

const NEVER = Number.POSITIVE_INFINITY;

export const PRODUCE = {
  name: 'Produce',
  key: 0,
  versions: [3, 9],
  flexible: 9,
  request: struct({
    transactionalId: NULLABLE_STRING,
    acks: INT16,
    timeoutMs: INT32,
    topics: list(struct({ name: STRING, partitions: list(struct({ index: INT32, records: NULLABLE_BYTES })) })),
  }),
  response: struct({
    topics: list(
      struct({
        name: STRING,
        partitions: list(
          struct({
            index: INT32,
            error: INT16,
            baseOffset: INT64,
            appendedMs: since(2, INT64, NEVER, -1),
            logStart: since(5, INT64, NEVER, -1),
            recordErrors: since(8, list(struct({ index: INT32, message: NULLABLE_STRING }))),
            message: since(8, NULLABLE_STRING),
          }),
        ),
      }),
    ),
    throttleMs: INT32,
  }),
} as const;

export const FETCH = {
  name: 'Fetch',
  key: 1,
  versions: [4, 12],
  flexible: 12,
  request: struct({
    replica: INT32,
    maxWaitMs: INT32,
    minBytes: INT32,
    maxBytes: INT32,
    isolation: INT8,
    session: since(7, INT32),
    sessionEpoch: since(7, INT32, NEVER, -1),
    topics: list(
      struct({
        name: STRING,
        partitions: list(
          struct({
            index: INT32,
            leaderEpoch: since(9, INT32, NEVER, -1),
            offset: INT64,
            lastEpoch: since(12, INT32, NEVER, -1),
            logStart: since(5, INT64, NEVER, -1),
            maxBytes: INT32,
          }),
        ),
      }),
    ),
    forgotten: since(7, list(struct({ name: STRING, partitions: list(INT32) }))),
    rack: since(11, STRING),
  }),
  response: struct({
    throttleMs: INT32,
    error: since(7, INT16),
    session: since(7, INT32),
    topics: list(
      struct({
        name: STRING,
        partitions: list(
          struct({
            index: INT32,
            error: INT16,
            end: INT64,
            stableEnd: INT64,
            logStart: since(5, INT64, NEVER, -1),
            aborted: nullableList(struct({ producerId: INT64, first: INT64 })),
            preferredReplica: since(11, INT32, NEVER, -1),
            records: NULLABLE_BYTES,
          }),
        ),
      }),
    ),
  }),
} as const;

/** Times that name an end of the log. */
export const AT_END = -1;
export const AT_START = -2;

export const LIST_OFFSETS = {
  name: 'ListOffsets',
  key: 2,
  versions: [1, 6],
  flexible: 6,
  request: struct({
    replica: INT32,
    isolation: since(2, INT8),
    topics: list(
      struct({ name: STRING, partitions: list(struct({ index: INT32, leaderEpoch: since(4, INT32, NEVER, -1), atMs: INT64 })) }),
    ),
  }),
  response: struct({
    throttleMs: since(2, INT32),
    topics: list(
      struct({
        name: STRING,
        partitions: list(struct({ index: INT32, error: INT16, atMs: INT64, offset: INT64, leaderEpoch: since(4, INT32, NEVER, -1) })),
      }),
    ),
  }),
} as const;

export const INIT_PRODUCER_ID = {
  name: 'InitProducerId',
  key: 22,
  versions: [0, 2],
  flexible: 2,
  request: struct({ transactionalId: NULLABLE_STRING, timeoutMs: INT32 }),
  response: struct({ throttleMs: INT32, error: INT16, producerId: INT64, producerEpoch: INT16 }),
} as const;
