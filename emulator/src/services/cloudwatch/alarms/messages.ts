// Log lines about alarms.
import { defineMessage } from '#lib/message';

export const ALARM_CHANGED = defineMessage({
  code: 'ALARM_CHANGED',
  level: 'info',
  description: 'An alarm has another state now; its actions for that state follow.',
  text: ({ alarm, before, after, reason }: { alarm: string; before: string; after: string; reason: string }) =>
    `alarm ${alarm}: ${before} -> ${after}: ${reason}`,
});

export const ALARM_ACTION_SKIPPED = defineMessage({
  code: 'ALARM_ACTION_SKIPPED',
  level: 'warn',
  description:
    'An action of an alarm is neither a topic nor a function: machines, scaling and tickets are not emulated, so it is only logged.',
  hint: 'Name a topic or a function as the action to see it run.',
  text: ({ alarm, action }: { alarm: string; action: string }) => `alarm ${alarm}: the action ${action} is not emulated`,
});
