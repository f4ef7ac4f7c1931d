// A topic as a target of deliveries, for the failures of event source mappings. Its address is that of a source (`lib/kafka/topic-source`).
import type { Target } from '#core/delivery/target';
import { Fault } from '#core/fault';
import { parseTopicSource } from '#lib/kafka/topic-source';
import { KafkaProblem } from './client/kafka-problem.ts';
import { writeToTopic } from './client/write-to-topic.ts';

export const target: Target = {
  send: async ({ targetArn, payload, parameters = {} }, ctx) => {
    const source = parseTopicSource(targetArn);
    if (!source) throw new Fault('KafkaTopicNotFound', `${targetArn} is not the address of a topic.`);
    const key = parameters.partitionKey ? Buffer.from(parameters.partitionKey, 'base64') : null;
    try {
      await writeToTopic(source, source.topic, { key, value: Buffer.from(payload), headers: [], atMs: ctx.now() }, ctx);
    } catch (error) {
      throw error instanceof KafkaProblem ? new Fault('KafkaUnavailable', error.message) : error;
    }
  },
};
