// Starts branches and iterations, and lets go of branches and iterations that nobody waits for any more.
import { processorOf } from '#services/states/language/machine';
import type { Frame, Thread } from './execution.ts';
import type { Turn } from './turn.ts';

/** Starts the next iteration of a Map state. `previous` is the event that its first one follows. */
export function startIteration(owner: Thread, frame: Frame, previous: number, turn: Turn): void {
  const index = frame.next++;
  turn.data.changed(frame);
  const last = turn.record(previous, 'MapIterationStarted', { index, name: owner.state });
  const { StartAt } = processorOf(turn.definitionOf(owner).state);
  const input = turn.data.itemsOf(frame.id).inputs[index]!;
  turn.startThread({ place: [...owner.place, owner.state, 0], state: StartAt, input, last, frame: frame.id, index });
}

/** Removes the branches within a thread's state, with all that is within them. */
export function removeBranches(thread: Thread, turn: Turn): void {
  if (thread.ownFrame === undefined) return;
  for (const branch of turn.data.threadsOf(thread.ownFrame)) {
    removeBranches(branch, turn);
    turn.command({ do: 'forget', thread: branch.id, attempt: branch.attempt });
    turn.data.removeThread(branch.id);
  }
  turn.data.removeFrame(thread.ownFrame);
  thread.ownFrame = undefined;
  turn.data.changed(thread);
}
