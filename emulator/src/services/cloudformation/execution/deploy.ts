// Creates and updates stacks: creates and changes resources along the graph, then deletes the leftovers. On failure rolls back.
import { isRetained } from '#services/cloudformation/engine/plan';
import { TemplateProblem } from '#services/cloudformation/engine/problem';
import { deployments, type OperationKind, resources, stacks } from '#services/cloudformation/state';
import { existsAlready, holdsThing } from '#services/cloudformation/templates/planning';
import { openDeployment } from '#services/cloudformation/templates/view';
import { cleanUp, forgetKept } from './clean-up.ts';
import { deleteAll } from './delete.ts';
import { finish } from './finish.ts';
import { outputsOf, writeExports, writeImports } from './outputs.ts';
import {
  createResource,
  type DeploySession,
  deleteResource,
  importResource,
  leave,
  liveScope,
  refuseDenied,
  updateResource,
} from './resource-steps.ts';
import { rollBackCreate, rollBackUpdate } from './rollback.ts';
import type { Session } from './session.ts';
import { walk } from './walk.ts';

const WORDS: Readonly<Record<string, { verb: string; failure: string }>> = {
  create: { verb: 'CREATE', failure: 'create' },
  update: { verb: 'UPDATE', failure: 'update' },
  import: { verb: 'IMPORT', failure: 'import' },
};

export async function deploy(session: Session, kind: OperationKind): Promise<void> {
  const failure = await attempt(session, kind);
  if (failure === undefined) return;
  session.run.renew();
  const { operation, onFailure, disableRollback } = session.stack;
  const verb = WORDS[kind]!.verb;
  const stays = operation?.disableRollback || disableRollback;
  if (kind === 'create') {
    if (onFailure === 'DELETE') return deleteAll(session, failure);
    if (stays || onFailure === 'DO_NOTHING') return finish(session, 'CREATE_FAILED', failure);
    return rollBackCreate(session, `${failure} Rollback requested by user.`);
  }
  if (stays) return finish(session, 'UPDATE_FAILED', failure);
  return rollBackUpdate(session, verb, failure);
}

/** Undefined if everything succeeded, else the reason of the failure. */
async function attempt(session: Session, kind: OperationKind): Promise<string | undefined> {
  const { verb, failure } = WORDS[kind]!;
  const deploying = open(session);
  if (typeof deploying === 'string') return deploying;
  const failed = await walk(Object.keys(deploying.view.dependencies), deploying.view.dependencies, (id) => step(deploying, id), {
    stop: () => session.run.cancelled !== undefined,
  });
  if (session.run.cancelled !== undefined && failed.length === 0) return session.run.cancelled;
  if (failed.length > 0) return `The following resource(s) failed to ${failure}: [${failed.join(', ')}]. `.trimEnd();
  try {
    complete(deploying, kind);
  } catch (error) {
    if (error instanceof TemplateProblem) return error.message;
    throw error;
  }
  await cleanUp(session);
  finish(session, `${verb}_COMPLETE`);
  return undefined;
}

function open(session: Session): DeploySession | string {
  const deployment = session.ctx.records(deployments).get([session.stackId, 'current'])!;
  try {
    const view = openDeployment(deployment, session.stack, session.ctx);
    return { session, deployment, view, scope: liveScope(session, view) };
  } catch (error) {
    if (error instanceof TemplateProblem) return error.message;
    throw error;
  }
}

async function step(deploying: DeploySession, id: string): Promise<boolean> {
  const { session, deployment } = deploying;
  const old = session.resource(id);
  if (old && existsAlready(old)) return updateResource(deploying, id, old);
  if (old && holdsThing(old) && !(await deleteResource(session, old, false))) return false;
  const adopted = deployment.imports?.find(({ logicalId }) => logicalId === id);
  return adopted ? importResource(deploying, id, adopted.identifier) : createResource(deploying, id);
}

/**
 * Completes the new state: writes outputs, exports and imports, and turns removed resources into leftovers. Throws if something forbids it.
 */
function complete(deploying: DeploySession, kind: OperationKind): void {
  const { session, view } = deploying;
  const { ctx, stackId } = session;
  const outputs = outputsOf(deploying);
  const gone = session.resources().filter(({ logicalId }) => !view.exists(logicalId));
  for (const each of gone) if (holdsThing(each)) refuseDenied(session, 'Update:Delete', each);
  ctx.write((tx) => {
    writeExports(tx, session, outputs, session.stack.outputs);
    writeImports(tx, session, view.imports);
    tx.put(ctx.records(stacks), [stackId], { ...session.stack, outputs, description: view.template.description });
    for (const each of gone) {
      if (holdsThing(each)) leave(session, each, isRetained(each.deletionPolicy));
      tx.delete(ctx.records(resources), [stackId, each.logicalId]);
    }
    forgetKept(tx, session);
  });
  if (kind !== 'create') session.status(kind === 'update' ? 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS' : 'IMPORT_COMPLETE');
}
