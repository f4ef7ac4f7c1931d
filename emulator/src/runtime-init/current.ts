// The current invocation: the caller that waits for its answer, its state, and the sink that accepts the answer once.

import { encodeError, oversizeError } from './errors.ts';
import type { Invocation, InvokeOutcome } from './invocation.ts';
import type { AnswerSink } from './runtime-api.ts';

export interface Current {
  readonly invocation: Invocation;
  readonly response: Promise<InvokeOutcome>;
  readonly respond: (outcome: InvokeOutcome) => void;
  delivered: boolean;
  answer: 'none' | 'reading' | 'given';
  outcome?: InvokeOutcome;
  startedAt: number;
  /** When the runtime answered. */
  answeredAt?: number;
  deadlineMs: number;
  initDurationMs: number | undefined;
}

export function createCurrent(invocation: Invocation): Current {
  let respond!: (outcome: InvokeOutcome) => void;
  const response = new Promise<InvokeOutcome>((resolve) => {
    respond = resolve;
  });
  return { invocation, response, respond, delivered: false, answer: 'none', startedAt: 0, deadlineMs: 0, initDurationMs: undefined };
}

/** Accepts the answer of an invocation in state `reading`. */
export function answerSink(current: Current): AnswerSink {
  const give = (outcome: InvokeOutcome) => {
    if (current.answer !== 'reading') return;
    current.answer = 'given';
    current.answeredAt = performance.now();
    current.outcome = outcome;
    current.respond(outcome);
  };
  return {
    onChunk: current.invocation.onChunk,
    response: (body, contentType, streaming) => give({ kind: 'response', body, contentType, streaming }),
    error: (body, errorType) => give({ kind: 'error', body, errorType }),
    oversize: (limitBytes) => {
      const error = oversizeError(limitBytes);
      give({ kind: 'oversize', body: encodeError(error), errorType: error.errorType });
    },
    truncated: () => {
      if (current.answer === 'reading') current.answer = 'none';
    },
  };
}
