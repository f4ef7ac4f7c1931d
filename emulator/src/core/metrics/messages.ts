// Messages about metrics.
import { defineMessage } from '#lib/message';

export const METRICS_LOST = defineMessage({
  code: 'METRICS_LOST',
  level: 'warn',
  description: 'The disk had no room for the metrics of a minute: they are lost. The calls that they counted have succeeded all the same.',
  hint: 'Make room on the disk, or delete what is not needed any more.',
  text: () => 'the metrics of this minute found no room on the disk, and are lost',
});
