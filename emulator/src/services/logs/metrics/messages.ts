// Log lines about metrics in log events.
import { defineMessage } from '#lib/message';

export const EMBEDDED_METRICS_REFUSED = defineMessage({
  code: 'EMBEDDED_METRICS_REFUSED',
  level: 'warn',
  description: 'A log line has metrics in the embedded metric format, and a part of them is wrong: that part is left out.',
  text: ({ group, reason, line }: { group: string; reason: string; line: string }) =>
    `log group ${group}: embedded metrics are left out, because ${reason}: ${line}`,
});
