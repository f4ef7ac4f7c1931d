// The dialogue with the runtime: it waits for work, receives the invocation, and answers it once. A phase is over when it asks again.

import { answerSink, type Current } from './current.ts';
import type { Extensions } from './extensions/extensions.ts';
import { forbidden, type Refusal } from './http-answers.ts';
import type { Invocation } from './invocation.ts';
import type { Phase } from './phase.ts';
import type { ProcessSlot } from './process/process-slot.ts';
import type { AnswerSink, RuntimeCalls } from './runtime-api.ts';

interface RuntimeDialogueParts {
  readonly phase: Phase;
  readonly slot: ProcessSlot;
  readonly extensions: Extensions;
}

type Deliver = (invocation: Invocation, deadlineMs: number) => boolean;

const notAllowed = (what: string): Refusal =>
  forbidden('InvalidStateTransition', `State transition to ${what} failed for runtime. Error: State transition is not allowed`);

export class RuntimeDialogue {
  /** The current invocation. */
  current: Current | undefined;
  readonly calls: RuntimeCalls;
  readonly #parts: RuntimeDialogueParts;
  #waiting: Deliver | undefined;

  constructor(parts: RuntimeDialogueParts) {
    this.#parts = parts;
    this.calls = {
      load: (go) => parts.slot.load(go),
      next: (deliver) => this.#next(deliver),
      answer: (requestId, what) => this.#answer(requestId, what),
      initError: (body, errorType) => {
        if (parts.phase.kind !== 'init') return notAllowed('InitError');
        // Answer the process before it is ended: it may want to write its last lines.
        setImmediate(() => parts.phase.end({ kind: 'error', body, errorType }));
        return undefined;
      },
    };
  }

  /** The process has ended. */
  forget(): void {
    this.#waiting = undefined;
  }

  /** Hands the invocation to the waiting runtime. A runtime whose connection broke asks again. */
  deliver(): void {
    const { current } = this;
    const deliver = this.#waiting;
    if (!current || !deliver || this.#parts.phase.kind !== 'invoke') return;
    this.#waiting = undefined;
    this.#parts.slot.watch();
    current.delivered = deliver(current.invocation, Math.floor(current.deadlineMs));
  }

  /** Ends the phase when the runtime and all extensions involved ask for the next event. */
  lookReady(): void {
    const { phase, extensions } = this.#parts;
    if (!this.#waiting || (phase.kind === 'invoke' && this.current?.answer !== 'given')) return;
    if (phase.kind === 'init' ? extensions.allReady : extensions.noneRunning) phase.end({ kind: 'ready' });
  }

  #next(deliver: Deliver): Refusal | undefined {
    const { phase, extensions } = this.#parts;
    const undelivered = phase.kind === 'invoke' && this.current?.delivered === false;
    if (phase.kind === 'invoke' && this.current?.answer !== 'given' && !undelivered) return notAllowed('Ready');
    this.#waiting = deliver;
    if (undelivered) this.deliver();
    else {
      extensions.closeRegistration();
      this.lookReady();
    }
    return undefined;
  }

  #answer(requestId: string, what: string): Refusal | AnswerSink {
    const { current } = this;
    if (!current || current.invocation.requestId !== requestId)
      return { status: 400, errorType: 'InvalidRequestID', errorMessage: 'Invalid request ID' };
    if (this.#parts.phase.kind !== 'invoke' || current.answer !== 'none') return notAllowed(what);
    current.answer = 'reading';
    return answerSink(current);
  }
}
