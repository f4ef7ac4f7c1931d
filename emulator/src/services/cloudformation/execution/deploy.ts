// Creates and updates stacks: creates and changes resources along the graph, then deletes the leftovers. On failure rolls back.
import { table } from '#lib/table';
import { resourceData } from '#resources/resource-data';
import { isRetained } from '#services/cloudformation/engine/plan';
import { TemplateProblem } from '#services/cloudformation/engine/problem';
import { existsAlready, holdsThing } from '#services/cloudformation/preparation/planning';
import { attributesUnknownTo } from '#services/cloudformation/preparation/view';
import { type OperationKind, resources, stacks } from '#services/cloudformation/state';
import { cleanUp, forgetKept } from './clean-up.ts';
import { deleteAll, deleteResource } from './delete.ts';
import { type DeploySession, openDeploySession } from './deploy-session.ts';
import { outputsOf, writeExports, writeImports } from './exports.ts';
import { type End, failureOf } from './finish.ts';
import { beginStep, prepareStep } from './prepare-step.ts';
import { refuseDenied } from './refusals.ts';
import { rollBackCreate, rollBackUpdate } from './rollback.ts';
import type { Session } from './session.ts';
import { takeStep } from './take-step.ts';
import { walk } from './walk.ts';

const VERBS: Readonly<Record<string, string>> = table({ create: 'CREATE', update: 'UPDATE', import: 'IMPORT' });

export async function deploy(session: Session, kind: OperationKind): Promise<End> {
  const failure = await attempt(session, kind);
  if (failure === undefined) return { status: `${VERBS[kind]!}_COMPLETE` };
  session.cause = failure;
  session.run.renew();
  const { operation, onFailure, disableRollback } = session.stack;
  const verb = VERBS[kind]!;
  const stays = operation?.disableRollback || disableRollback;
  if (kind === 'create') {
    if (onFailure === 'DELETE') return deleteAll(session, failure);
    if (stays || onFailure === 'DO_NOTHING') return { status: 'CREATE_FAILED', reason: failure };
    return rollBackCreate(session, `${failure.replace(/[^.]$/, '$&.')} Rollback requested by user.`);
  }
  if (stays) return { status: 'UPDATE_FAILED', reason: failure };
  return rollBackUpdate(session, verb, failure);
}

/** Undefined if everything succeeded, else the reason of the failure. */
async function attempt(session: Session, kind: OperationKind): Promise<string | undefined> {
  if (session.stack.operation?.failure !== undefined) return session.stack.operation.failure;
  const deploying = open(session);
  if (typeof deploying === 'string') return deploying;
  const [unknown] = attributesUnknownTo(deploying.view, resourceData(session.ctx));
  if (unknown) return `[Error] ${unknown.path}: Resource type ${unknown.type} does not support attribute {${unknown.attribute}}.`;
  const failed = await walk(Object.keys(deploying.view.dependencies), deploying.view.dependencies, (id) => deployResource(deploying, id), {
    stop: () => session.run.cancelled !== undefined,
  });
  if (session.run.cancelled !== undefined && failed.length === 0) return session.run.cancelled;
  if (failed.length > 0) return failureOf(session, failed);
  try {
    complete(deploying, kind);
  } catch (error) {
    if (error instanceof TemplateProblem) return error.message;
    throw error;
  }
  await cleanUp(session);
  return undefined;
}

/** The deployment, or the reason why it cannot be opened. */
function open(session: Session): DeploySession | string {
  try {
    return openDeploySession(session);
  } catch (error) {
    if (error instanceof TemplateProblem) return error.message;
    throw error;
  }
}

/** Returns whether it succeeded. A resource whose creation failed is created anew. */
async function deployResource(deploying: DeploySession, id: string): Promise<boolean> {
  const { session, deployment } = deploying;
  const present = session.resource(id);
  const before = present && existsAlready(present) ? present : undefined;
  if (!before && present && holdsThing(present) && !(await deleteResource(session, present, false))) return false;
  const identifier = before ? undefined : deployment.imports?.find(({ logicalId }) => logicalId === id)?.identifier;
  const progress = beginStep(deploying, id, before, identifier);
  return takeStep(progress, () => prepareStep(deploying, progress, before, identifier));
}

/**
 * Completes the new state: writes outputs, exports and imports, and turns removed resources into leftovers. Throws if something forbids it.
 */
function complete(deploying: DeploySession, kind: OperationKind): void {
  const { session, view } = deploying;
  const { ctx, stackId } = session;
  const outputs = outputsOf(deploying);
  const gone = session.resources().filter(({ logicalId }) => !view.exists(logicalId));
  for (const each of gone) if (holdsThing(each)) refuseDenied('Update:Delete', each, session.stack);
  ctx.write((tx) => {
    writeExports(tx, session, outputs, session.stack.outputs);
    writeImports(tx, session, view.imports);
    tx.put(ctx.records(stacks), [stackId], { ...session.stack, outputs, description: view.template.description });
    for (const each of gone) {
      if (holdsThing(each)) session.leave(each, isRetained(each.deletionPolicy));
      tx.delete(ctx.records(resources), [stackId, each.logicalId]);
    }
    forgetKept(tx, session);
  });
  if (kind !== 'create') session.status(kind === 'update' ? 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS' : 'IMPORT_COMPLETE');
}
