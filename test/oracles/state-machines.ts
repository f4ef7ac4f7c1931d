// Replays recorded executions of state machines: the interpreter gets the recorded outcome of every task, and must write the recorded history.
// Usage: tsx test/oracles/state-machines.ts <cases.json> [part of a test's name].
// A case is {test, key, definition, input, recorded}, where `recorded` has a history (`events`), an outcome (`status`, `output`, `error`),
// or the outcome of a Choice (`cases`).
import { readFileSync } from 'node:fs';
import type { Json } from '#services/states/language/json';
import type { Machine } from '#services/states/language/machine';
import { historyDifference, outcomeDifference } from './states/compare.ts';
import { type Case, detailsOf, isLike, parsed } from './states/recorded-case.ts';
import { Replay } from './states/replay.ts';

/** A reason why the case cannot be played; undefined where it can. */
function obstacle({ definition, recorded }: Case): string | undefined {
  const { events, cases, status } = recorded;
  if (cases) return undefined;
  if (!events)
    return status === undefined ? 'no history' : /"Task"/.test(definition) ? 'outcomes of tasks are not in the recording' : undefined;
  if (events.some(({ id }) => typeof id !== 'number')) return 'ids of events are not in the recording';
  return events.some(({ type }) => type === 'ExecutionStarted') ? undefined : 'begins in the middle';
}

function difference({ definition, input, recorded, type }: Case): string | undefined {
  const { events = [], cases } = recorded;
  const first = events.find(({ type }) => type === 'ExecutionStarted');
  // The recording has placeholders for some values, and the case for others.
  const started = first && detailsOf(first)['input'];
  const given = !first || isLike(started, input) ? parsed(input) : parsed(started);
  const replay = new Replay(JSON.parse(definition) as Machine, given as Json, events, type === 'EXPRESS');
  replay.run();
  if (recorded.events) return historyDifference(replay.events, recorded.events);
  if (!cases) return outcomeDifference(replay, recorded);
  const { output } = replay.execution;
  return isLike(cases.output, output) ? undefined : `${JSON.stringify(cases.output)}, not ${JSON.stringify(output)}`;
}

const [file = '', part = ''] = process.argv.slice(2);
const counts = { equal: 0, different: 0, skipped: 0 };
const obstacles: Record<string, number> = {};
for (const recorded of JSON.parse(readFileSync(file, 'utf8')) as Case[]) {
  if (!recorded.test.includes(part)) continue;
  const reason = obstacle(recorded);
  if (reason !== undefined) {
    counts.skipped++;
    obstacles[reason] = (obstacles[reason] ?? 0) + 1;
    continue;
  }
  const problem = difference(recorded);
  counts[problem === undefined ? 'equal' : 'different']++;
  if (problem !== undefined) console.log(`${recorded.test} [${recorded.key}]: ${problem}`);
}
console.log(counts, obstacles);
