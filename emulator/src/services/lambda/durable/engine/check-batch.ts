// The rules of a checkpoint as a whole: nothing is applied unless all of its updates are valid. Texts: aws/aws-durable-execution-sdk-python-testing
// and floci, which say what the cloud answered (2026-08).
import { invalidParameter } from '#services/lambda/faults';
import { assertUpdate, type Known } from './check-update.ts';
import type { Draft } from './draft.ts';
import { STATUS_AFTER, type Update } from './update.ts';

/** @throws Fault InvalidParameterValueException */
export function assertBatch(draft: Draft, updates: readonly Update[]): void {
  const executions = updates.filter(({ Type }) => Type === 'EXECUTION').length;
  if (executions > 1) throw invalidParameter('Cannot checkpoint multiple EXECUTION updates.');
  if (executions > 0 && updates.at(-1)!.Type !== 'EXECUTION') throw invalidParameter('EXECUTION checkpoint must be the last update.');
  const last = new Map<string, Update>();
  /** Operations as they are after the updates so far. */
  const after = new Map<string, Known>();
  for (const update of updates) {
    const earlier = last.get(update.Id);
    if (earlier && !mayFollow(earlier, update)) throw invalidParameter('Cannot update the same operation twice in a single request.');
    last.set(update.Id, update);
    const known = (id: string): Known | undefined => after.get(id) ?? draft.get(id);
    if (update.ParentId !== undefined && known(update.ParentId)?.type !== 'CONTEXT') throw invalidParameter('Invalid parent operation id.');
    assertUpdate(update, update.Type === 'EXECUTION' ? undefined : known(update.Id));
    if (update.Type !== 'EXECUTION') after.set(update.Id, following(update, known(update.Id)));
  }
}

/** A step or a context may start and end in one checkpoint. */
const mayFollow = (earlier: Update, { Type, Action }: Update): boolean =>
  (Type === 'STEP' || Type === 'CONTEXT') && earlier.Action === 'START' && Action !== 'START';

const following = ({ Type, SubType, Name, ParentId, Action }: Update, before: Known | undefined): Known => ({
  type: Type,
  subType: before?.subType ?? SubType,
  name: before?.name ?? Name,
  parentId: before?.parentId ?? ParentId,
  status: STATUS_AFTER[Action],
});
