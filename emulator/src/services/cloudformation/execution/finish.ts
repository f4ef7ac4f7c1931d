// Ends an operation: writes the stack's last status, and that of the change set that started it.
import type { Tx } from '#core/records';
import { changeSetById, dropReviewed } from '#services/cloudformation/stack-records/change-set-tree';
import { changeSets } from '#services/cloudformation/state';
import { noteOutcome } from './note-outcome.ts';
import type { Session } from './session.ts';

/** How an operation ends. */
export interface End {
  readonly status: string;
  readonly reason?: string;
  /** Written together with the status. */
  readonly write?: (tx: Tx) => void;
}

/** The end of an operation that could not create, update or delete these resources. */
export const endFailed = (status: string, verb: string, failed: readonly string[]): End => ({ status, reason: sentenceOf(verb, failed) });
const sentenceOf = (verb: string, failed: readonly string[]): string =>
  `The following resource(s) failed to ${verb}: [${failed.join(', ')}].`;

const VERBS = ['create', 'import', 'update', 'delete'] as const;

/** The reason of a deployment that failed: a sentence for each thing that failed to happen to resources. */
export function failureOf(session: Session, failed: readonly string[]): string {
  const of = (verb: string) => failed.filter((id) => session.resource(id)?.status === `${verb.toUpperCase()}_FAILED`);
  return VERBS.flatMap((verb) => (of(verb).length === 0 ? [] : [sentenceOf(verb, of(verb))])).join(' ');
}

export function finish(session: Session, { status, reason, write }: End): void {
  const { ctx, stack } = session;
  session.run.check();
  const execution = /FAILED|ROLLBACK/.test(status) ? 'EXECUTE_FAILED' : 'EXECUTE_COMPLETE';
  ctx.write((tx) => {
    write?.(tx);
    const changeSet = changeSetById(stack.operation?.changeSetId, ctx);
    if (changeSet) {
      tx.put(ctx.records(changeSets), [stack.id, changeSet.name], { ...changeSet, execution });
      dropReviewed(tx, changeSet, ctx);
    }
    session.status(status, reason, { operation: undefined });
  });
  noteOutcome(session, status, reason);
}
