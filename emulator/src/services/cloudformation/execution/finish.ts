// Ends an operation: writes the stack's last status, and that of the change set that started it.
import { changeSetById, dropReviewed } from '#services/cloudformation/change-sets/change-set-tree';
import { changeSets } from '#services/cloudformation/state';
import type { Session } from './session.ts';

export function finish(session: Session, status: string, reason?: string): void {
  const { ctx, stack } = session;
  session.run.check();
  const found = changeSetById(stack.operation?.changeSetId, ctx);
  const execution = /FAILED|ROLLBACK/.test(status) ? 'EXECUTE_FAILED' : 'EXECUTE_COMPLETE';
  ctx.write((tx) => {
    if (found) {
      tx.put(ctx.records(changeSets), [stack.id, found.name], { ...found, execution });
      dropReviewed(tx, found, ctx);
    }
    session.status(status, reason, { operation: undefined });
  });
}
