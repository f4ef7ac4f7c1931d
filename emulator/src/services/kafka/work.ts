// Due work: records whose time is over, and what deleted topics leave behind.
import type { DueWork } from '#core/time/work';
import { nextTurn, whileMore } from '#lib/next-turn';
import { table } from '#lib/table';
import { forgetStep, trimStep } from './broker/partition-log.ts';
import { findTopic } from './topics/topic-records.ts';

/** Lets other work go on between two steps. */
export const work: Readonly<Record<string, DueWork>> = table({
  'kafka.trim': async (key, ctx) => {
    const [clusterId, name, index] = key as [string, string, number];
    for (;;) {
      const topic = findTopic(clusterId, name, ctx);
      if (!topic || !trimStep({ clusterId, topic, index }, ctx)) return;
      await nextTurn();
    }
  },
  'kafka.forget': async ([topicId], ctx) => {
    await whileMore(() => forgetStep(String(topicId), ctx));
  },
});
