// Creates, updates, replaces, imports and deletes single resources. Each step returns whether it succeeded; its events give the details.
import type { Frozen } from '#core/records';
import type { Created, Properties } from '#core/resources/resource-handlers';
import { isObject, type Json, type JsonObject, sameValue } from '#resources/json';
import { resourceData } from '#resources/resource-data';
import { nestedTask } from '#services/cloudformation/change-sets/change-set-tree';
import { evaluate, type Scope } from '#services/cloudformation/engine/intrinsics';
import { mustReplace } from '#services/cloudformation/engine/plan';
import { TemplateProblem } from '#services/cloudformation/engine/problem';
import { deniedBy, parseStackPolicy, type UpdateAction } from '#services/cloudformation/engine/stack-policy';
import { withStackTags } from '#services/cloudformation/stacks/stack-tags';
import { type Deployment, type Leftover, leftovers, type ResourceRecord, resources } from '#services/cloudformation/state';
import type { View } from '#services/cloudformation/templates/view';
import { lookUpBoth, lookUpReferences } from './lookup.ts';
import { awaitSignals } from './resource-signals.ts';
import { failureReason, type Session } from './session.ts';

export interface DeploySession {
  readonly session: Session;
  readonly view: View;
  readonly deployment: Frozen<Deployment>;
  readonly scope: Scope;
}

/** Evaluates functions against the present state of the resources. */
export function liveScope(session: Session, view: View): Scope {
  return view.scope({
    ref: (id) => {
      const found = session.resource(id);
      return found && (found.ref ?? found.physicalId);
    },
    attribute: (id, name) => attributeOf(session.resource(id)?.attributes as JsonObject | undefined, name),
  });
}

function attributeOf(attributes: JsonObject | undefined, name: string): Json | undefined {
  if (attributes?.[name] !== undefined) return attributes[name];
  const [first = '', ...rest] = name.split('.');
  const inner = attributes?.[first];
  return rest.length > 0 && isObject(inner) ? attributeOf(inner, rest.join('.')) : undefined;
}

function propertiesOf({ session, view, deployment, scope }: DeploySession, id: string): JsonObject {
  const { type, properties } = view.template.resources[id]!;
  return withStackTags(resourceData(session.ctx), type, evaluate(properties, scope) as JsonObject, deployment.tags);
}

function blank({ view, session, scope }: DeploySession, logicalId: string): ResourceRecord {
  const { type, deletionPolicy, updateReplacePolicy } = view.template.resources[logicalId]!;
  return {
    logicalId,
    type,
    physicalId: '',
    attributes: {},
    properties: {},
    status: 'CREATE_IN_PROGRESS',
    changedMs: session.ctx.now(),
    dependsOn: view.dependencies[logicalId] ?? [],
    deletionPolicy: policyText(deletionPolicy, scope),
    updateReplacePolicy: policyText(updateReplacePolicy, scope),
    drift: { status: 'NOT_CHECKED' },
  };
}

/** With language extensions a policy may be a function. */
const policyText = (policy: string | undefined, scope: Scope): string | undefined =>
  policy?.startsWith('{') ? String(evaluate(JSON.parse(policy) as Json, scope)) : policy;

export async function createResource(deploy: DeploySession, id: string): Promise<boolean> {
  const { session } = deploy;
  const record = { ...blank(deploy, id) };
  session.put(record);
  return make(deploy, record, 'CREATE', (made) => made);
}

/** Runs `create` and records the outcome. The physical id is recorded as soon as it is known. */
async function make(
  { session, ...deploy }: DeploySession,
  base: Frozen<ResourceRecord>,
  verb: 'CREATE' | 'UPDATE',
  keep: (made: Created) => Created,
): Promise<boolean> {
  let record = base;
  const initiated = (physicalId: string) => {
    if (record.physicalId === physicalId) return;
    record = { ...record, physicalId, reason: verb === 'CREATE' ? 'Resource creation Initiated' : record.reason };
    session.put(record);
  };
  try {
    record = { ...record, properties: propertiesOf({ session, ...deploy }, base.logicalId) };
    const handler = await session.handler(base.type);
    const context = session.contextOf(base.logicalId, base.type, initiated);
    const properties = (await lookUpReferences(record.properties as JsonObject, context)) as Properties;
    session.run.check();
    const made = keep(await handler.create(properties, context));
    initiated(made.physicalId);
    await awaitSignals(session, base.logicalId, deploy.view.template.resources[base.logicalId]?.creationPolicy);
    session.put({ ...record, ...made, ref: made.ref, status: `${verb}_COMPLETE`, reason: undefined });
    return true;
  } catch (error) {
    session.put({ ...record, status: `${verb}_FAILED`, reason: failureReason(error, session.ctx) });
    return false;
  }
}

/** Imports an existing resource. */
export async function importResource(deploy: DeploySession, id: string, identifier: Readonly<Record<string, string>>): Promise<boolean> {
  const { session } = deploy;
  let record: ResourceRecord = { ...blank(deploy, id), status: 'IMPORT_IN_PROGRESS', physicalId: Object.values(identifier)[0] ?? '' };
  session.put(record);
  try {
    record = { ...record, properties: propertiesOf(deploy, id) };
    const handler = await session.handler(record.type);
    if (!handler.adopt) throw new Error(`Resource type ${record.type} does not support import`);
    const made = await handler.adopt(identifier, record.properties as Properties, session.contextOf(id, record.type));
    session.put({ ...record, ...made, status: 'IMPORT_COMPLETE' });
    return true;
  } catch (error) {
    session.put({ ...record, physicalId: '', status: 'IMPORT_FAILED', reason: failureReason(error, session.ctx) });
    return false;
  }
}

/** Updates a resource to the present template. Does nothing and writes no event if it is up to date. */
export async function updateResource(deploy: DeploySession, id: string, old: Frozen<ResourceRecord>): Promise<boolean> {
  const { session } = deploy;
  const { ctx } = session;
  const { dependsOn, deletionPolicy, updateReplacePolicy } = blank(deploy, id);
  let record: Frozen<ResourceRecord> = { ...old, dependsOn, deletionPolicy, updateReplacePolicy, drift: { status: 'NOT_CHECKED' } };
  try {
    const after = propertiesOf(deploy, id);
    const within = nestedTask(session.stack, id, ctx);
    if (sameValue(old.properties as JsonObject, after) && !old.status.endsWith('_FAILED') && !within) {
      quietly(session, record);
      return true;
    }
    record = { ...record, properties: after };
    const handler = await session.handler(old.type);
    const replace = mustReplace(resourceData(ctx), handler, old.type, old.properties, after as Properties);
    refuseDenied(session, replace ? 'Update:Replace' : 'Update:Modify', old);
    if (replace) return await replaceResource(deploy, record, old);
    session.put({ ...record, status: 'UPDATE_IN_PROGRESS', reason: undefined });
    const context = session.contextOf(id, old.type);
    const [next, previous] = await lookUpBoth(after, old.properties as JsonObject, context);
    session.run.check();
    const made = await handler.update!(old.physicalId, next, previous, context);
    if (made.physicalId !== old.physicalId) leave(session, old, old.updateReplacePolicy === 'Retain');
    session.put({ ...record, ...made, ref: made.ref, status: 'UPDATE_COMPLETE', reason: undefined });
    return true;
  } catch (error) {
    session.put({ ...record, status: 'UPDATE_FAILED', reason: failureReason(error, ctx) });
    return false;
  }
}

/** @throws TemplateProblem if the stack policy forbids the update */
export function refuseDenied({ stack }: Session, action: UpdateAction, { logicalId, type }: Frozen<ResourceRecord>): void {
  const text = stack.operation?.policy ?? stack.policy;
  const why = text === undefined ? undefined : deniedBy(parseStackPolicy(text), action, logicalId, type);
  if (why !== undefined) throw new TemplateProblem(why);
}

function quietly({ ctx, stackId, run }: Session, record: Frozen<ResourceRecord>): void {
  run.check();
  ctx.write((tx) => tx.put(ctx.records(resources), [stackId, record.logicalId], record));
}

async function replaceResource(deploy: DeploySession, record: Frozen<ResourceRecord>, old: Frozen<ResourceRecord>): Promise<boolean> {
  const { session } = deploy;
  const identifier = resourceData(session.ctx).of(old.type)?.identifier ?? [];
  const named = identifier.length > 0 && identifier.every((name) => record.properties[name] !== undefined);
  if (named && identifier.every((name) => sameValue(record.properties[name] as Json, old.properties[name] as Json)))
    throw new Error(
      `CloudFormation cannot update a stack when a custom-named resource requires replacing. Rename ${String(record.properties[identifier[0]!])} and update the stack again.`,
    );
  const reason = 'Requested update requires the creation of a new physical resource; hence creating one.';
  session.put({ ...record, status: 'UPDATE_IN_PROGRESS', reason });
  const done = await make(deploy, { ...record, status: 'UPDATE_IN_PROGRESS', reason, physicalId: old.physicalId }, 'UPDATE', (made) => {
    if (made.physicalId === old.physicalId)
      throw new Error(
        `CloudFormation cannot update a stack when a custom-named resource requires replacing. Rename ${old.physicalId} and update the stack again.`,
      );
    leave(session, old, old.updateReplacePolicy === 'Retain');
    return made;
  });
  return done;
}

/** Records a resource to delete (or, if retained, to release) after the operation has succeeded. */
export function leave(
  { ctx, stackId }: Session,
  { logicalId, type, physicalId, properties }: Frozen<ResourceRecord>,
  retain: boolean,
): void {
  const left: Leftover = { logicalId, type, physicalId, properties: properties as JsonObject, retain };
  ctx.write((tx) => tx.put(ctx.records(leftovers), [stackId, `${logicalId} ${physicalId}`], left));
}

/** Deletes a resource. If it was never created, only its record changes. */
export async function deleteResource(session: Session, record: Frozen<ResourceRecord>, retain: boolean): Promise<boolean> {
  if (retain && record.physicalId !== '') {
    session.put({ ...record, status: 'DELETE_SKIPPED', reason: undefined });
    return true;
  }
  session.put({ ...record, status: 'DELETE_IN_PROGRESS', reason: undefined });
  try {
    if (record.physicalId !== '') {
      const handler = await session.handler(record.type);
      const context = session.contextOf(record.logicalId, record.type);
      const properties = await lookUpQuietly(record.properties as JsonObject, context);
      await handler.delete(record.physicalId, properties as Properties, context);
    }
    session.put({ ...record, status: 'DELETE_COMPLETE', reason: undefined });
    return true;
  } catch (error) {
    session.put({ ...record, status: 'DELETE_FAILED', reason: failureReason(error, session.ctx) });
    return false;
  }
}

/** A secret that no longer exists must not prevent the deletion of a resource. */
export async function lookUpQuietly(properties: JsonObject, context: Parameters<typeof lookUpReferences>[1]): Promise<JsonObject> {
  return lookUpReferences(properties, context).catch(() => properties);
}
