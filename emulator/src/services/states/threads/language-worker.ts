// The entry of the threads that answer queries of states and check definitions: see `language-threads.ts`. It says when it is ready, and on which thread
// of the system it runs.
import { readlinkSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { lazy } from '#lib/lazy';
import { chanceFrom } from '#services/states/language/chance';
import { checkDefinition } from '#services/states/language/definition/check-definition';
import { Effort } from '#services/states/language/effort';
import { tooLarge } from '#services/states/language/expressions/expression-limits';
import { Expressions } from '#services/states/language/expressions/expressions';
import type { Json } from '#services/states/language/json';
import { answerTo } from '#services/states/language/queries/query';
import { failureData, type OutcomeData, queryOf, unfinished } from '#services/states/language/queries/query-data';
import type { LanguageRequest, ThreadAnswer, ThreadReady } from './language-thread.ts';
import { sizeWithin } from './value-size.ts';

const engine = lazy(async () => new Expressions((await import('#model/expression-engine')).expressionEngine));
const begun = workerData as Int32Array;

parentPort?.on('message', (request: LanguageRequest) => void answer(request));
parentPort?.postMessage({ systemId: systemId() } satisfies ThreadReady);

/** Linux only. */
function systemId(): string | undefined {
  try {
    return readlinkSync('/proc/thread-self').split('/').at(-1);
  } catch {
    return undefined;
  }
}

async function answer(request: LanguageRequest): Promise<void> {
  begun[0] = 0;
  const effort = Effort.inThread(begun);
  const startMs = performance.now();
  const outcome = await outcomeOf(request, effort);
  parentPort?.postMessage({ outcome, steps: effort.spent, ms: performance.now() - startMs } satisfies ThreadAnswer);
}

async function outcomeOf(request: LanguageRequest, effort: Effort): Promise<OutcomeData> {
  try {
    const expressions = request.usesExpressions ? await engine() : undefined;
    if ('definition' in request)
      return { answer: (await checkDefinition(request.definition, { ...request.options, expressions })) as unknown as Json };
    const query = queryOf(request.query);
    const answer = answerTo(query, { expressions, chance: chanceFrom(request.chance), effort });
    return sizeWithin(answer, MAX_ANSWER) ? { answer } : { failure: failureData(unfinished(query, begun[0]!, tooLarge())) };
  } catch (error) {
    return { failure: failureData(error) };
  }
}

/** Limit: characters, and eight for each number, of the data that a state's expressions make together. No state may hand on that much. */
const MAX_ANSWER = 32 * 1024 * 1024;
