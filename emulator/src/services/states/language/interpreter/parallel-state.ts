// Parallel: every branch begins with the same input.
import { argumentsOf } from './data-flow.ts';
import type { Frame, Thread } from './execution.ts';
import { Scope } from './scope.ts';
import type { Turn } from './turn.ts';

export function runParallel(thread: Thread, turn: Turn): void {
  const scope = new Scope(turn, thread);
  const input = argumentsOf(scope);
  const branches = scope.definition.state.Branches!;
  turn.emit(thread, 'ParallelStateStarted');
  if (turn.environment.tested?.isMocked) {
    thread.phase = 'mapRun';
    thread.attempt++;
    return;
  }
  thread.phase = 'branches';
  const size = branches.length;
  const id = turn.nextId();
  const frame: Frame = {
    id,
    owner: thread.id,
    kind: 'parallel',
    size,
    started: thread.last,
    next: size,
    left: size,
    lastDone: thread.last,
  };
  thread.ownFrame = id;
  turn.data.addFrame(frame);
  for (const [index, { StartAt }] of branches.entries()) {
    const place = [...thread.place, thread.state, index];
    turn.startThread({ place, state: StartAt, input, last: thread.last, frame: id, index });
  }
}
