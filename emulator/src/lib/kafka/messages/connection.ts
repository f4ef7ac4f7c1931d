// Requests about connections: versions, names of hosts, and who the client is. https://kafka.apache.org/protocol#protocol_messages
import { BOOLEAN, BYTES, INT8, INT16, INT32, INT64, list, NULLABLE_STRING, nullableList, STRING, since, struct } from '#lib/kafka/schema';

const NEVER = Number.POSITIVE_INFINITY;

export const API_VERSIONS = {
  name: 'ApiVersions',
  key: 18,
  versions: [0, 3],
  flexible: 3,
  request: struct({ clientSoftwareName: since(3, STRING), clientSoftwareVersion: since(3, STRING) }),
  response: struct({
    error: INT16,
    apis: list(struct({ key: INT16, first: INT16, last: INT16 })),
    throttleMs: since(1, INT32),
  }),
} as const;

export const METADATA = {
  name: 'Metadata',
  key: 3,
  versions: [0, 9],
  flexible: 9,
  request: struct({
    topics: nullableList(struct({ name: STRING })),
    createsTopics: since(4, BOOLEAN, NEVER, true),
    withClusterRights: since(8, BOOLEAN, 10),
    withTopicRights: since(8, BOOLEAN),
  }),
  response: struct({
    throttleMs: since(3, INT32),
    brokers: list(struct({ id: INT32, host: STRING, port: INT32, rack: since(1, NULLABLE_STRING) })),
    clusterId: since(2, NULLABLE_STRING),
    controllerId: since(1, INT32),
    topics: list(
      struct({
        error: INT16,
        name: STRING,
        isInternal: since(1, BOOLEAN),
        partitions: list(
          struct({
            error: INT16,
            index: INT32,
            leader: INT32,
            leaderEpoch: since(7, INT32, NEVER, -1),
            replicas: list(INT32),
            inSync: list(INT32),
            offline: since(5, list(INT32)),
          }),
        ),
        rights: since(8, INT32, NEVER, -0x80000000),
      }),
    ),
    rights: since(8, INT32, 10, -0x80000000),
  }),
} as const;

export const SASL_HANDSHAKE = {
  name: 'SaslHandshake',
  key: 17,
  versions: [0, 1],
  flexible: NEVER,
  request: struct({ mechanism: STRING }),
  response: struct({ error: INT16, mechanisms: list(STRING) }),
} as const;

export const SASL_AUTHENTICATE = {
  name: 'SaslAuthenticate',
  key: 36,
  versions: [0, 2],
  flexible: 2,
  request: struct({ bytes: BYTES }),
  response: struct({ error: INT16, message: NULLABLE_STRING, bytes: BYTES, lifetimeMs: since(1, INT64) }),
} as const;

export const FIND_COORDINATOR = {
  name: 'FindCoordinator',
  key: 10,
  versions: [0, 3],
  flexible: 3,
  request: struct({ key: STRING, kind: since(1, INT8) }),
  response: struct({
    throttleMs: since(1, INT32),
    error: INT16,
    message: since(1, NULLABLE_STRING),
    node: INT32,
    host: STRING,
    port: INT32,
  }),
} as const;
