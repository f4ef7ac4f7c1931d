// The states of an execution in its segment, from its history. Tasks that make calls send subsegments of their own. Pure.
import { segmentSeconds as seconds } from '#core/traces/trace-header';
import type { HistoryEvent } from '#services/states/language/interpreter/commands';

/** States in a segment: a document of X-Ray has 64 KB. */
const MAX_STATES = 100;
const ENTERED = /^(?!Task)\w+StateEntered$/;
const EXITED = /StateExited$/;

interface Entered {
  readonly id: string;
  readonly name: string;
  readonly startMs: number;
}

/** `idOf`: the id of the subsegment of the state that this event begins. */
export function stateSubsegments(history: readonly HistoryEvent[], idOf: (event: number) => string): object[] {
  const open = new Map<string, Entered[]>();
  const done: object[] = [];
  for (const { id, type, details, atMs } of history) {
    const name = String(details?.['name'] ?? '');
    if (ENTERED.test(type)) {
      const entered = open.get(name) ?? [];
      if (entered.length === 0) open.set(name, entered);
      entered.push({ id: idOf(id), name, startMs: atMs });
    } else if (EXITED.test(type)) {
      // Iterations enter a state several times before they leave it: the first one leaves first, about
      const state = open.get(name)?.shift();
      if (state && done.length < MAX_STATES) done.push(subsegment(state, atMs));
    }
  }
  return done;
}

const subsegment = ({ id, name, startMs }: Entered, endMs: number): object => ({
  ...{ id, name, start_time: seconds(startMs), end_time: seconds(endMs) },
});
