// Compares the calls of two runs of a program, call by call: which calls both made, and what differs in their inputs and answers.
import type { RecordedCall } from './recorded-calls.ts';
import type { SameValues } from './same-values.ts';

export interface ComparedCall {
  readonly name: string;
  /** `both`; else the run in which alone it was made. */
  readonly madeBy: 'both' | 'emulator' | 'other';
  readonly differences: readonly string[];
}

/** A call with the same call right behind it, which a program repeats until the answer is what it waits for. */
interface Run {
  readonly calls: readonly RecordedCall[];
}

export interface PairedRun {
  readonly ours: Run | undefined;
  readonly theirs: Run | undefined;
}

/** The runs of both lists, paired in order: as many pairs as there can be. */
export function pairedRuns(ours: readonly RecordedCall[], theirs: readonly RecordedCall[], same: SameValues): PairedRun[] {
  const [mine, other] = [runsOf(ours, same), runsOf(theirs, same)];
  const names = (runs: readonly Run[]): string[] => runs.map(({ calls }) => calls[0]!.name);
  const [a, b] = [names(mine), names(other)];
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i]![j] = a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const paired: PairedRun[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) paired.push({ ours: mine[i++], theirs: other[j++] });
    else if (j === b.length || (i < a.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!))
      paired.push({ ours: mine[i++], theirs: undefined });
    else paired.push({ ours: undefined, theirs: other[j++] });
  }
  return paired;
}

function runsOf(calls: readonly RecordedCall[], same: SameValues): Run[] {
  const runs: RecordedCall[][] = [];
  for (const call of calls) {
    const last = runs.at(-1)?.at(-1);
    const repeats = last !== undefined && last.name === call.name && same.differences(last.input, call.input).length === 0;
    if (repeats) runs.at(-1)!.push(call);
    else runs.push([call]);
  }
  return runs.map((each) => ({ calls: each }));
}

/** The last call alone is compared where one run repeated it more often than the other: its answer is what the program waited for. */
export function comparedCalls(pairs: readonly PairedRun[], same: SameValues): ComparedCall[] {
  return pairs.flatMap(({ ours, theirs }): ComparedCall[] => {
    if (!ours || !theirs) {
      const made = (ours ?? theirs)!.calls;
      return made.map(({ name }) => ({ name, madeBy: ours ? 'emulator' : 'other', differences: [] }));
    }
    const isEven = ours.calls.length === theirs.calls.length;
    const [mine, other] = isEven ? [ours.calls, theirs.calls] : [ours.calls.slice(-1), theirs.calls.slice(-1)];
    return mine.map((call, at) => ({ name: call.name, madeBy: 'both', differences: differencesOf(call, other[at]!, same) }));
  });
}

function differencesOf(ours: RecordedCall, theirs: RecordedCall, same: SameValues): string[] {
  return [...same.differences(ours.input, theirs.input, 'input'), ...same.differences(shape(ours), shape(theirs))];
}

function shape({ outcome }: RecordedCall): object {
  if ('output' in outcome) return { answer: outcome.output };
  const { code, message, status, members } = outcome.error;
  return { error: { code, message, status, ...members } };
}
