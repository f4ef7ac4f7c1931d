// Messages of Kafka.
import { defineMessage } from '#lib/message';

export const KAFKA_BROKER_OPEN = defineMessage({
  code: 'KAFKA_BROKER_OPEN',
  level: 'info',
  description: 'The broker of a cluster listens: clients of Kafka connect to this address.',
  hint: '`KAFKA_LISTEN` sets the address; `KAFKA_BOOTSTRAP` names a broker of your own instead.',
  text: ({ name, host, port }: { name: string; host: string; port: number }) =>
    `the broker of the cluster ${name} listens at ${host}:${port}`,
});

export const KAFKA_CONNECTION_ENDED = defineMessage({
  code: 'KAFKA_CONNECTION_ENDED',
  level: 'warn',
  description: "A client's connection to a broker was ended, because it broke the rules of the protocol or was not let in.",
  text: ({ name, client, reason }: { name: string; client: string; reason: string }) =>
    `the broker of the cluster ${name} ended the connection of ${client}: ${reason}`,
});

export const KAFKA_NO_TRANSACTIONS = defineMessage({
  code: 'KAFKA_NO_TRANSACTIONS',
  level: 'warn',
  description:
    'A producer asked for transactions, which are not emulated: it is refused, and clients report that as a missing right or coordinator.',
  hint: 'An idempotent producer without `transactional.id` works.',
  text: ({ name, transaction }: { name: string; transaction: string }) =>
    `transactions are not emulated: the broker of the cluster ${name} refused the producer with the transactional id ${transaction}`,
});

export const KAFKA_READER_FAILED = defineMessage({
  code: 'KAFKA_READER_FAILED',
  level: 'warn',
  description: 'An event source mapping cannot read its topic, and tries again.',
  hint: 'Mostly no broker listens at the address, the topic does not exist, or the credentials in the secret are wrong.',
  text: ({ topic, servers, reason, inS }: { topic: string; servers: string; reason: string; inS: number }) =>
    `the topic ${topic} at ${servers} cannot be read, and is tried again in ${inS} s: ${reason}`,
});
