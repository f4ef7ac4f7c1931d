// Answers that somebody gives for operations that are not emulated: a program that needs one goes on.
import { globMatcher } from '#lib/glob';

export interface StubRequest {
  /** Service and operation: `rekognition.DetectLabels`. Method and path stand for the operation of a REST API without a model here, with `*` for any text: `mq.GET /v1/brokers/*`. */
  readonly call: string;
  /** The output of the operation, in the names of the service's API. */
  readonly answer: Readonly<Record<string, unknown>>;
}

export interface Stub extends StubRequest {
  /** How many calls it has answered. */
  readonly answered: number;
}

interface KeptStub extends StubRequest {
  readonly matches: (call: string) => boolean;
  answered: number;
}

export const callName = (service: string, operation: string): string => `${service}.${operation}`;

export class StubAnswers {
  readonly #stubs = new Map<string, KeptStub>();

  get list(): readonly Stub[] {
    return [...this.#stubs.values()].map(({ call, answer, answered }) => ({ call, answer, answered }));
  }

  /** Replaces the stub of the same call. */
  add({ call, answer }: StubRequest): Stub {
    this.#stubs.set(call, { call, answer, answered: 0, matches: globMatcher(call) });
    return { call, answer, answered: 0 };
  }

  /** False if there is none for this call. */
  remove(call: string): boolean {
    return this.#stubs.delete(call);
  }

  clear(): void {
    this.#stubs.clear();
  }

  /** The answer to a call, which is counted; the first stub that fits gives it. */
  answerTo(service: string, operation: string): StubRequest['answer'] | undefined {
    if (this.#stubs.size === 0) return undefined;
    const name = callName(service, operation);
    const stub = this.#stubs.get(name) ?? [...this.#stubs.values()].find(({ matches }) => matches(name));
    if (!stub) return undefined;
    stub.answered++;
    return stub.answer;
  }
}
