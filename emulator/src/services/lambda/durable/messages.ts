// Messages about durable executions.
import { defineMessage } from '#lib/message';
import type { ErrorObject } from '#model/lambda';
import type { TurnLine } from './turn-line.ts';

export const DURABLE_TURN = defineMessage({
  code: 'DURABLE_TURN',
  level: 'info',
  description: 'A durable function was invoked for an execution: the line says why, and how the invocation ended.',
  hint: '`emulator durable show <function>/<execution>` shows its history.',
  text: ({ execution, turn, reason, outcome }: TurnLine) => `durable ${execution} turn ${turn}: ${reason}, ${outcome}`,
});

export interface FailedDurable {
  readonly functionName: string;
  /** Name of the execution. */
  readonly name: string;
  readonly error: ErrorObject | undefined;
  /** The seconds that it may take, where it has taken longer. */
  readonly timeoutS: number | undefined;
}

/** `durable execution orders/abc failed: Error: no stock` */
export function failureText({ functionName, name, error, timeoutS }: FailedDurable): string {
  const execution = `durable execution ${functionName}/${name}`;
  if (timeoutS !== undefined) return `${execution} timed out after ${timeoutS} s`;
  const why = [error?.ErrorType, error?.ErrorMessage].filter((text) => text !== undefined && text !== '').join(': ');
  return `${execution} failed${why && `: ${why}`}`;
}

export const DURABLE_FAILED = defineMessage({
  code: 'DURABLE_FAILED',
  level: 'warn',
  description: 'An execution of a durable function failed, or took longer than its timeout.',
  hint: '`emulator durable show <function>/<execution>` shows its history; `emulator why <function>` what caused it.',
  text: failureText,
});
