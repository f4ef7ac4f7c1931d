// Due work: records whose time is over, and what deleted topics leave behind.
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { forgetStep, trimStep } from './broker/partition-log.ts';
import { findTopic } from './topics/topic-records.ts';

/** Lets other work go on between two steps. */
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export const work: Readonly<Record<string, DueWork>> = table({
  'kafka.trim': async (key, ctx) => {
    const [clusterId, name, index] = key as [string, string, number];
    for (;;) {
      const topic = findTopic(clusterId, name, ctx);
      if (!topic || !trimStep({ clusterId, topic, index }, ctx)) return;
      await pause();
    }
  },
  'kafka.forget': async ([topicId], ctx) => {
    while (forgetStep(String(topicId), ctx)) await pause();
  },
});
