// Requests of consumer groups: members, what each reads, and how far the group has come. https://kafka.apache.org/protocol#protocol_messages
import { BOOLEAN, BYTES, INT16, INT32, INT64, list, NULLABLE_STRING, nullableList, STRING, since, struct } from '#lib/kafka/schema';

const NEVER = Number.POSITIVE_INFINITY;

export const JOIN_GROUP = {
  name: 'JoinGroup',
  key: 11,
  versions: [0, 6],
  flexible: 6,
  request: struct({
    group: STRING,
    sessionMs: INT32,
    rebalanceMs: since(1, INT32, NEVER, -1),
    member: STRING,
    instance: since(5, NULLABLE_STRING),
    kind: STRING,
    protocols: list(struct({ name: STRING, metadata: BYTES })),
  }),
  response: struct({
    throttleMs: since(2, INT32),
    error: INT16,
    generation: INT32,
    protocol: STRING,
    leader: STRING,
    member: STRING,
    members: list(struct({ member: STRING, instance: since(5, NULLABLE_STRING), metadata: BYTES })),
  }),
} as const;

export const SYNC_GROUP = {
  name: 'SyncGroup',
  key: 14,
  versions: [0, 4],
  flexible: 4,
  request: struct({
    group: STRING,
    generation: INT32,
    member: STRING,
    instance: since(3, NULLABLE_STRING),
    assignments: list(struct({ member: STRING, assignment: BYTES })),
  }),
  response: struct({ throttleMs: since(1, INT32), error: INT16, assignment: BYTES }),
} as const;

export const HEARTBEAT = {
  name: 'Heartbeat',
  key: 12,
  versions: [0, 4],
  flexible: 4,
  request: struct({ group: STRING, generation: INT32, member: STRING, instance: since(3, NULLABLE_STRING) }),
  response: struct({ throttleMs: since(1, INT32), error: INT16 }),
} as const;

export const LEAVE_GROUP = {
  name: 'LeaveGroup',
  key: 13,
  versions: [0, 4],
  flexible: 4,
  request: struct({
    group: STRING,
    member: since(0, STRING, 2),
    members: since(3, list(struct({ member: STRING, instance: NULLABLE_STRING }))),
  }),
  response: struct({
    throttleMs: since(1, INT32),
    error: INT16,
    members: since(3, list(struct({ member: STRING, instance: NULLABLE_STRING, error: INT16 }))),
  }),
} as const;

export const OFFSET_COMMIT = {
  name: 'OffsetCommit',
  key: 8,
  versions: [2, 8],
  flexible: 8,
  request: struct({
    group: STRING,
    generation: INT32,
    member: STRING,
    instance: since(7, NULLABLE_STRING),
    retentionMs: since(2, INT64, 4, -1),
    topics: list(
      struct({
        name: STRING,
        partitions: list(struct({ index: INT32, offset: INT64, leaderEpoch: since(6, INT32, NEVER, -1), metadata: NULLABLE_STRING })),
      }),
    ),
  }),
  response: struct({
    throttleMs: since(3, INT32),
    topics: list(struct({ name: STRING, partitions: list(struct({ index: INT32, error: INT16 })) })),
  }),
} as const;

export const OFFSET_FETCH = {
  name: 'OffsetFetch',
  key: 9,
  versions: [1, 7],
  flexible: 6,
  request: struct({
    group: STRING,
    topics: nullableList(struct({ name: STRING, partitions: list(INT32) })),
    onlyStable: since(7, BOOLEAN),
  }),
  response: struct({
    throttleMs: since(3, INT32),
    topics: list(
      struct({
        name: STRING,
        partitions: list(
          struct({
            index: INT32,
            offset: INT64,
            leaderEpoch: since(5, INT32, NEVER, -1),
            metadata: NULLABLE_STRING,
            error: INT16,
          }),
        ),
      }),
    ),
    error: since(2, INT16),
  }),
} as const;
