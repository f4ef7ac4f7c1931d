// Messages about metric streams.
import { defineMessage } from '#lib/message';

export const METRIC_STREAM_REFUSED = defineMessage({
  code: 'METRIC_STREAM_REFUSED',
  level: 'warn',
  description: 'The delivery stream of a metric stream does not take its points: they are lost.',
  hint: 'See whether the delivery stream exists, and whether the role of the metric stream may put records into it.',
  text: ({ stream, count, reason }: { stream: string; count: number; reason: string }) =>
    `The metric stream ${stream} lost ${count === 1 ? 'a point' : `${count} points`}: ${reason}`,
});
