// Messages about durable executions.
import { defineMessage } from '#lib/message';
import type { TurnLine } from './turn-line.ts';

export const DURABLE_TURN = defineMessage({
  code: 'DURABLE_TURN',
  level: 'info',
  description: 'A durable function was invoked for an execution: the line says why, and how the invocation ended.',
  hint: '`emulator durable show <function>/<execution>` shows its history.',
  text: ({ execution, turn, reason, outcome }: TurnLine) => `durable ${execution} turn ${turn}: ${reason}, ${outcome}`,
});
