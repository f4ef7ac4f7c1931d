// Messages about invocations: their output, their failures, and events that are given up.
import type { DebuggerState } from '#containers/container-runtime';
import { defineMessage } from '#lib/message';
import { debuggerLine } from '#runtime-init/platform-lines';

export const FUNCTION_OUTPUT = defineMessage({
  code: 'FUNCTION_OUTPUT',
  level: 'info',
  description: "A line of a function's log. `emulator logs <function>` shows its whole log.",
  hint: '`FUNCTION_TRUNCATE_STDOUT` is the length at which lines are cut here.',
  text: ({ name, line, maxCharacters }: { name: string; line: string; maxCharacters: number }) =>
    `${name}: ${line.length > maxCharacters ? `${line.slice(0, maxCharacters)}…` : line}`,
});

export const FUNCTION_LOG_FAILED = defineMessage({
  code: 'FUNCTION_LOG_FAILED',
  level: 'warn',
  description: "A function's log could not be written to its log group.",
  text: ({ name, reason }: { name: string; reason: string }) => `The log of ${name} could not be written: ${reason}`,
});

export const EVENT_GIVEN_UP = defineMessage({
  code: 'EVENT_GIVEN_UP',
  level: 'warn',
  description:
    'An asynchronous invocation failed for the last time, and the function has neither a destination for failures nor a dead-letter queue.',
  hint: 'Mend the function, or give it a destination: `aws lambda put-function-event-invoke-config`.',
  text: ({ requestId, arn, condition }: { requestId: string; arn: string; condition: string }) =>
    `The event ${requestId} for ${arn} is given up (${condition}), and no destination or dead-letter queue is configured for it.`,
});

export const EVENT_DROPPED = defineMessage({
  code: 'EVENT_DROPPED',
  level: 'warn',
  description: 'An asynchronous invocation was dropped because its function is gone.',
  text: ({ requestId, name, reason }: { requestId: string; name: string; reason: string }) =>
    `The event ${requestId} for ${name} is dropped: ${reason}`,
});

export const DEBUGGER = defineMessage({
  code: 'DEBUGGER',
  level: 'warn',
  description: 'A debugger is awaited by the process of a function, or is attached to it, or is gone with it.',
  hint: 'Attach a debugger at the address in the line. While one is awaited or attached, no time limit ends the function.',
  text: ({ name, state }: { name: string; state: DebuggerState }) => `${name}: ${debuggerLine('Text', 0, state)}`,
});
