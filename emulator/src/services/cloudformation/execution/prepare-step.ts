// Prepares steps, each once: evaluates the properties, adds the stack's tags, asks the stack's policy, loads the handler and looks up
// references.
import type { Frozen } from '#core/records';
import type { Properties } from '#core/resources/resource-handlers';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { type Json, type JsonObject, sameValue } from '#resources/json';
import { resourceContext } from '#resources/resource-context';
import { resourceData } from '#resources/resource-data';
import { evaluate, type Scope } from '#services/cloudformation/engine/intrinsics';
import { mustReplace } from '#services/cloudformation/engine/plan';
import { TemplateProblem } from '#services/cloudformation/engine/problem';
import { handlerOf } from '#services/cloudformation/resource-types';
import { nestedTask } from '#services/cloudformation/stack-records/change-set-tree';
import { withStackTags, withSystemTags } from '#services/cloudformation/stack-records/stack-tags';
import type { ResourceRecord } from '#services/cloudformation/state';
import type { DeploySession } from './deploy-session.ts';
import { lookUpBoth, lookUpReferences } from './lookup.ts';
import { presentProperties } from './present-properties.ts';
import { Progress } from './progress.ts';
import { refuseDenied, refuseProperties, refuseSameName } from './refusals.ts';
import type { Session } from './session.ts';
import type { Step, Subject } from './steps/step.ts';

const REPLACES = 'Requested update requires the creation of a new physical resource; hence creating one.';

/** The resource as it exists. Undefined: the step makes it, or imports it. */
type Before = Frozen<ResourceRecord> | undefined;

/** Begins the step of a resource: an addition with its event, a change without, since the resource may be up to date. */
export function beginStep(deploying: DeploySession, id: string, before: Before, identifier: Properties | undefined): Progress {
  const record = newRecord(deploying, id);
  if (before) {
    const { dependsOn, deletionPolicy, updateReplacePolicy, drift } = record;
    return new Progress(deploying.session, 'UPDATE', { ...before, dependsOn, deletionPolicy, updateReplacePolicy, drift });
  }
  const progress = identifier
    ? new Progress(deploying.session, 'IMPORT', { ...record, physicalId: String(Object.values(identifier)[0] ?? '') })
    : new Progress(deploying.session, 'CREATE', record);
  progress.begin();
  return progress;
}

function newRecord(deploying: DeploySession, logicalId: string): ResourceRecord {
  const { view, session, scope } = deploying;
  const { type, deletionPolicy, updateReplacePolicy, properties: expressions } = view.template.resources[logicalId]!;
  const properties = firstProperties(() => propertiesOf(expressions, type, deploying).properties);
  return {
    logicalId,
    type,
    physicalId: '',
    attributes: {},
    properties,
    status: 'CREATE_IN_PROGRESS',
    changedMs: session.ctx.now(),
    dependsOn: view.dependencies[logicalId] ?? [],
    deletionPolicy: policyText(deletionPolicy, scope),
    updateReplacePolicy: policyText(updateReplacePolicy, scope),
    drift: { status: 'NOT_CHECKED' },
  };
}

/** The properties of a template with the stack's tags; `own` without those. @throws TemplateProblem if they cannot be evaluated */
function propertiesOf(expressions: Json, type: string, { session, deployment, scope }: DeploySession) {
  const own = evaluate(expressions, scope) as JsonObject;
  return { own, properties: withStackTags(resourceData(session.ctx), type, own, deployment.tags) };
}

/** The properties for the first event. Where they cannot be evaluated, the step fails afterwards. */
function firstProperties(read: () => JsonObject): JsonObject {
  try {
    return read();
  } catch (error) {
    if (error instanceof TemplateProblem) return {};
    throw error;
  }
}

/** With language extensions a policy may be a function. */
const policyText = (policy: string | undefined, scope: Scope): string | undefined =>
  policy?.startsWith('{') ? String(evaluate(JSON.parse(policy) as Json, scope)) : policy;

/**
 * The step from `before` to the template. Undefined if the resource is up to date.
 * @throws TemplateProblem if the template cannot be evaluated, or if the stack's policy forbids the change
 */
export async function prepareStep(
  deploying: DeploySession,
  progress: Progress,
  before: Before,
  identifier: Properties | undefined,
): Promise<Step<Frozen<ResourceRecord>> | undefined> {
  const { session, view } = deploying;
  const { logicalId, type } = progress.record;
  const { properties: expressions, creationPolicy } = view.template.resources[logicalId]!;
  const { own, properties } = propertiesOf(expressions, type, deploying);
  refuseProperties(resourceData(session.ctx), type, own);
  if (before && isUpToDate(before, properties, session)) return undefined;
  const handler = await needHandler(type, session);
  const present = before && (await presentProperties(before, handler, contextOf(before, session)));
  progress.reach(properties, present);
  const action = present ? actionFor({ ...before!, properties: present }, properties, handler, session) : identifier ? 'import' : 'create';
  if (before) progress.begin(action === 'replace' ? REPLACES : undefined);
  // A replacement changes nothing of the former resource.
  const { created, changed } = progress;
  const ctx = contextOf(progress.record, session, action === 'update' ? { changed } : action === 'import' ? {} : { created });
  // An import compares the properties as the template gives them.
  const [desired, previous] =
    action === 'import'
      ? [properties as Properties, {}]
      : await lookUpBoth(tagged(properties, progress.record, session), action === 'update' ? tagged(present!, before!, session) : {}, ctx);
  session.run.check();
  const leave = () => session.leave(before!, before!.updateReplacePolicy === 'Retain');
  const { record } = progress;
  return { action, record, before, desired, previous, identifier: identifier ?? {}, creationPolicy, handler, ctx, leave };
}

/** For the handler alone: records and change sets hold what the template gives. */
const tagged = (properties: JsonObject, { logicalId, type }: Subject, { stack, ctx }: Session): JsonObject =>
  withSystemTags(resourceData(ctx), type, properties, { stack, logicalId });

const isUpToDate = (before: NonNullable<Before>, properties: JsonObject, { stack, ctx }: Session): boolean =>
  sameValue(before.properties as JsonObject, properties) && !before.status.endsWith('_FAILED') && !nestedTask(stack, before.logicalId, ctx);

function actionFor(before: NonNullable<Before>, desired: JsonObject, handler: ResourceType, { stack, ctx }: Session): 'update' | 'replace' {
  const types = resourceData(ctx);
  const replaces = mustReplace(types, handler, before.type, before.properties, desired as Properties);
  refuseDenied(replaces ? 'Update:Replace' : 'Update:Modify', before, stack);
  if (replaces) refuseSameName(types, before, desired);
  return replaces ? 'replace' : 'update';
}

/** The step back to the resource as `record` tells it. Where nothing of the update was done, nothing is to be undone. */
export async function prepareReversal(
  session: Session,
  progress: Progress,
  record: Frozen<ResourceRecord>,
): Promise<Step<Frozen<ResourceRecord>>> {
  const step = await bareStep('update', progress.record, session, progress.changed);
  const present = await presentProperties(progress.record, step.handler, step.ctx);
  const was = record.properties as JsonObject;
  const isSame = sameValue(present, was) && !nestedTask(session.stack, record.logicalId, session.ctx);
  if (isSame || !step.handler.update) return { ...step, action: 'keep', record };
  progress.reach(progress.record.properties as JsonObject, present);
  const [desired, previous] = await lookUpBoth(tagged(was, record, session), tagged(present, record, session), step.ctx);
  const tried = progress.record;
  const leave = () => session.leave(tried, tried.updateReplacePolicy === 'Retain');
  return { ...step, record, desired, previous, leave };
}

/** The deletion of a resource or a leftover. A secret that no longer exists must not prevent it. */
export async function prepareDeletion<R extends Subject>(session: Session, record: R): Promise<Step<R>> {
  const step = await bareStep('delete', record, session);
  const properties = record.properties as JsonObject;
  return { ...step, desired: (await lookUpReferences(properties, step.ctx).catch(() => properties)) as Properties };
}

const IGNORED = (): void => {};

/** A step without its properties. */
async function bareStep<R extends Subject>(action: Step['action'], record: R, session: Session, changed = IGNORED): Promise<Step<R>> {
  const handler = await needHandler(record.type, session);
  const ctx = contextOf(record, session, { changed });
  const none = { desired: {}, previous: {}, identifier: {}, creationPolicy: undefined };
  return { action, record, before: record, ...none, handler, ctx, leave: IGNORED };
}

async function needHandler(type: string, { ctx }: Session): Promise<ResourceType> {
  const handler = await handlerOf(type, ctx);
  if (!handler) throw new Error(`Unrecognized resource type: ${type}`);
  return handler;
}

interface Watchers {
  /** Told the physical id as soon as the handler knows it. */
  readonly created?: (id: string) => void;
  /** Told of each change that the handler has made. */
  readonly changed?: () => void;
}

function contextOf(
  { logicalId, type: typeName }: Subject,
  { stack, run, ctx }: Session,
  { created = IGNORED, changed = IGNORED }: Watchers = {},
): ResourceContext {
  const { id, name, roleArn } = stack;
  const waitIdle: ResourceContext['waitIdle'] = (key, untilMs) => run.rest(ctx.wait(key, untilMs));
  const calledVia = 'cloudformation.amazonaws.com';
  return resourceContext({ logicalId, typeName, stack: { id, name }, roleArn, created, changed, waitIdle, calledVia }, ctx);
}
