// The threads that answer what takes long: queries of states, and checks of long definitions. There are none before the first, two at most, and idle
// ones end. Owners have their turns one after the other, so that one with many requests does not keep others waiting.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import type { CheckedDefinition } from '#services/states/language/definition/check-definition';
import { tooLarge, tooLong } from '#services/states/language/expressions/expression-limits';
import type { Answer, Query } from '#services/states/language/queries/query';
import { dataOf, failureOf, type OutcomeData, unfinished } from '#services/states/language/queries/query-data';
import { type CheckRequest, type LanguageRequest, LanguageThread, type ThreadAnswer, type Unfinished } from './language-thread.ts';

const MAX_THREADS = 2;
const IDLE_MS = 30_000;
/** Queries that take fewer steps and milliseconds than this are for the main thread. */
const [BRIEF_STEPS, BRIEF_MS] = [5000, 5];

interface Job {
  readonly request: LanguageRequest;
  readonly end: (answer: ThreadAnswer | Unfinished) => void;
  readonly fail: (error: unknown) => void;
}

/** `error` is a failure of the state. */
export type QueryOutcome = ({ readonly answer: Answer } | { readonly error: Error }) & { readonly isBrief: boolean };

class LanguageThreads implements Owned {
  /** Jobs by owner: the owner whose turn is next comes first. */
  readonly #waiting = new Map<string, Job[]>();
  readonly #idle = new Map<LanguageThread, NodeJS.Timeout>();
  readonly #busy = new Set<LanguageThread>();
  #isStopped = false;

  async answer(query: Query, owner: string, settings: { nowMs: number; seed: string; usesExpressions: boolean }): Promise<QueryOutcome> {
    const { nowMs, seed, usesExpressions } = settings;
    const answer = await this.#run({ query: dataOf(query), chance: { nowMs, seed }, usesExpressions }, owner);
    if ('because' in answer) {
      const error = unfinished(query, answer.begun, answer.because === 'time' ? tooLong() : tooLarge());
      return { error, isBrief: false };
    }
    const { outcome, steps, ms } = answer;
    const isBrief = steps < BRIEF_STEPS && ms < BRIEF_MS;
    return 'failure' in outcome ? { error: failureIn(outcome), isBrief } : { answer: outcome.answer, isBrief };
  }

  /** Undefined where the check takes too long or too much memory. */
  async check(request: CheckRequest, owner: string): Promise<CheckedDefinition | undefined> {
    const answer = await this.#run(request, owner);
    if ('because' in answer) return undefined;
    if ('failure' in answer.outcome) throw failureIn(answer.outcome);
    return answer.outcome.answer as unknown as CheckedDefinition;
  }

  #run(request: LanguageRequest, owner: string): Promise<ThreadAnswer | Unfinished> {
    return new Promise((end, fail) => {
      const jobs = this.#waiting.get(owner);
      if (jobs) jobs.push({ request, end, fail });
      else this.#waiting.set(owner, [{ request, end, fail }]);
      this.#next();
    });
  }

  #next(): void {
    if (this.#isStopped) this.#failAll();
    for (const [owner, jobs] of this.#waiting) {
      const thread = this.#free();
      if (!thread) return;
      this.#waiting.delete(owner);
      const job = jobs.shift()!;
      // Others come before the owner's next one.
      if (jobs.length > 0) this.#waiting.set(owner, jobs);
      void this.#work(thread, job);
    }
  }
  #free(): LanguageThread | undefined {
    for (const [thread, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(thread);
      if (!thread.isEnded) return thread;
    }
    return this.#busy.size < MAX_THREADS ? new LanguageThread() : undefined;
  }

  async #work(thread: LanguageThread, job: Job): Promise<void> {
    this.#busy.add(thread);
    try {
      job.end(await thread.answer(job.request));
    } catch (error) {
      await thread.end();
      job.fail(error);
    } finally {
      this.#busy.delete(thread);
      if (!thread.isEnded) this.#idle.set(thread, setTimeout(() => this.#endIdle(thread), IDLE_MS).unref());
      this.#next();
    }
  }
  #endIdle(thread: LanguageThread): void {
    this.#idle.delete(thread);
    void thread.end();
  }

  #failAll(): void {
    for (const jobs of this.#waiting.values()) for (const { fail } of jobs) fail(new Error('The emulator stops.'));
    this.#waiting.clear();
  }
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#failAll();
    const threads = [...this.#busy, ...this.#idle.keys()];
    for (const timer of this.#idle.values()) clearTimeout(timer);
    await Promise.all(threads.map((thread) => thread.end()));
  }
}

const failureIn = (outcome: Extract<OutcomeData, { failure: unknown }>): Error => failureOf(outcome.failure);

export const languageThreads = (ctx: Ctx): LanguageThreads => ctx.own('states.language-threads', () => new LanguageThreads());
