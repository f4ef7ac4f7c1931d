// Requests of administrators: topics, their settings, and groups. https://kafka.apache.org/protocol#protocol_messages
import { BOOLEAN, BYTES, INT8, INT16, INT32, list, NULLABLE_STRING, nullableList, STRING, since, struct } from '#lib/kafka/schema';

const NEVER = Number.POSITIVE_INFINITY;

export const CREATE_TOPICS = {
  name: 'CreateTopics',
  key: 19,
  versions: [0, 4],
  flexible: 5,
  request: struct({
    topics: list(
      struct({
        name: STRING,
        partitions: INT32,
        replicas: INT16,
        assignments: list(struct({ index: INT32, brokers: list(INT32) })),
        configs: list(struct({ name: STRING, value: NULLABLE_STRING })),
      }),
    ),
    timeoutMs: INT32,
    onlyValidates: since(1, BOOLEAN),
  }),
  response: struct({
    throttleMs: since(2, INT32),
    topics: list(struct({ name: STRING, error: INT16, message: since(1, NULLABLE_STRING) })),
  }),
} as const;

export const DELETE_TOPICS = {
  name: 'DeleteTopics',
  key: 20,
  versions: [0, 4],
  flexible: 4,
  request: struct({ topics: list(STRING), timeoutMs: INT32 }),
  response: struct({ throttleMs: since(1, INT32), topics: list(struct({ name: STRING, error: INT16 })) }),
} as const;

export const CREATE_PARTITIONS = {
  name: 'CreatePartitions',
  key: 37,
  versions: [0, 2],
  flexible: 2,
  request: struct({
    topics: list(struct({ name: STRING, count: INT32, assignments: nullableList(struct({ brokers: list(INT32) })) })),
    timeoutMs: INT32,
    onlyValidates: BOOLEAN,
  }),
  response: struct({ throttleMs: INT32, topics: list(struct({ name: STRING, error: INT16, message: NULLABLE_STRING })) }),
} as const;

export const DESCRIBE_CONFIGS = {
  name: 'DescribeConfigs',
  key: 32,
  versions: [0, 3],
  flexible: 4,
  request: struct({
    resources: list(struct({ kind: INT8, name: STRING, names: nullableList(STRING) })),
    withSynonyms: since(1, BOOLEAN),
    withDocumentation: since(3, BOOLEAN),
  }),
  response: struct({
    throttleMs: INT32,
    resources: list(
      struct({
        error: INT16,
        message: NULLABLE_STRING,
        kind: INT8,
        name: STRING,
        configs: list(
          struct({
            name: STRING,
            value: NULLABLE_STRING,
            isReadOnly: BOOLEAN,
            isDefault: since(0, BOOLEAN, 0),
            source: since(1, INT8, NEVER, -1),
            isSecret: BOOLEAN,
            synonyms: since(1, list(struct({ name: STRING, value: NULLABLE_STRING, source: INT8 }))),
            type: since(3, INT8),
            documentation: since(3, NULLABLE_STRING),
          }),
        ),
      }),
    ),
  }),
} as const;

export const DESCRIBE_GROUPS = {
  name: 'DescribeGroups',
  key: 15,
  versions: [0, 5],
  flexible: 5,
  request: struct({ groups: list(STRING), withRights: since(3, BOOLEAN) }),
  response: struct({
    throttleMs: since(1, INT32),
    groups: list(
      struct({
        error: INT16,
        group: STRING,
        state: STRING,
        kind: STRING,
        protocol: STRING,
        members: list(
          struct({
            member: STRING,
            instance: since(4, NULLABLE_STRING),
            clientId: STRING,
            clientHost: STRING,
            metadata: BYTES,
            assignment: BYTES,
          }),
        ),
        rights: since(3, INT32, NEVER, -0x80000000),
      }),
    ),
  }),
} as const;

export const LIST_GROUPS = {
  name: 'ListGroups',
  key: 16,
  versions: [0, 3],
  flexible: 3,
  request: struct({}),
  response: struct({ throttleMs: since(1, INT32), error: INT16, groups: list(struct({ group: STRING, kind: STRING })) }),
} as const;

export const DELETE_GROUPS = {
  name: 'DeleteGroups',
  key: 42,
  versions: [0, 2],
  flexible: 2,
  request: struct({ groups: list(STRING) }),
  response: struct({ throttleMs: INT32, groups: list(struct({ group: STRING, error: INT16 })) }),
} as const;
