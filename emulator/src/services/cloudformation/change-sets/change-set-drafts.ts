// Plans change sets, level by level with those of nested stacks. Nothing is written here.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { Properties } from '#core/resources/resource-handlers';
import { formatArn } from '#lib/arn';
import type { CreateChangeSetInput } from '#model/cloudformation';
import type { Json, JsonObject } from '#resources/json';
import { resourceContext } from '#resources/resource-context';
import { inOrder } from '#services/cloudformation/engine/graph';
import { KNOWN_AFTER_APPLY } from '#services/cloudformation/engine/intrinsics';
import { type Change, within } from '#services/cloudformation/engine/plan';
import { TemplateProblem, TransformFailed } from '#services/cloudformation/engine/problem';
import { existingResources } from '#services/cloudformation/existing';
import { invalid } from '#services/cloudformation/faults';
import { evaluateOutputs } from '#services/cloudformation/preparation/outputs';
import { type Plan, planResources } from '#services/cloudformation/preparation/planning';
import { type Prepared, prepare } from '#services/cloudformation/preparation/prepare';
import { templateText } from '#services/cloudformation/preparation/source';
import { newStack, refuseUnsupported } from '#services/cloudformation/requests';
import { lookUp, type Stack } from '#services/cloudformation/stack-records/find-stack';
import { NESTED_STACK, notificationArnsOf, parametersOf, tagsOf } from '#services/cloudformation/stack-records/nested-properties';
import { nothingToDo, refuseUpdate } from '#services/cloudformation/stacks/stacks';
import { type ChangeSetRecord, type Deployment, deployments, resources, type StackRecord } from '#services/cloudformation/state';

export const NO_CHANGES = "The submitted information didn't contain changes. Submit different information to create a change set.";
const EXECUTABLE_FROM_ROOT = 'Only executable from the root change set.';
/** Limit: nested stacks of a change set. */
const MAX_NESTED = 2500;

/** A change set before it is written, with those of its nested stacks. */
export interface Draft {
  readonly record: ChangeSetRecord;
  /** Set if the stack does not exist yet: it is written together with the change set. */
  readonly fresh?: StackRecord | undefined;
  readonly nested: readonly Draft[];
  /** The future outputs, as far as they are known. */
  readonly outputs: Readonly<Record<string, Json>>;
}

/** Common to all change sets of a hierarchy. */
export interface DraftRequest {
  readonly input: CreateChangeSetInput;
  readonly type: ChangeSetRecord['type'];
  /** How many more nested stacks are allowed. */
  readonly room: { left: number };
}

interface ChangeSetIdentity {
  readonly id: string;
  readonly name: string;
  readonly parentId?: string | undefined;
  readonly rootId?: string | undefined;
}

export const changeSetArn = (name: string, ctx: Ctx): string =>
  formatArn({ service: 'cloudformation', region: ctx.region, account: ctx.account, resource: `changeSet/${name}/${ctx.id()}` });

export const asked = (input: CreateChangeSetInput, type: ChangeSetRecord['type']): DraftRequest => ({
  input,
  type,
  room: { left: MAX_NESTED },
});

export async function draftOf(stack: Stack, prepared: Prepared, all: DraftRequest, place: ChangeSetIdentity, ctx: Ctx): Promise<Draft> {
  const { changes, failure, nested, outputs, missingExport } = await planOf(stack, prepared, all, place, ctx);
  const { deployment, changes: shown } = await withExisting(changes, stack, prepared, all.input, ctx);
  return { record: { ...recordOf(all, place, stack, deployment, shown, failure, ctx), missingExport }, nested, outputs };
}

/** A change set that only keeps why it failed. */
export function failedDraft(
  stack: Stack,
  facts: Pick<Deployment, 'body' | 'tags' | 'capabilities'>,
  reason: string,
  all: DraftRequest,
  place: ChangeSetIdentity,
  ctx: Ctx,
): Draft {
  const deployment: Deployment = { ...facts, processed: {}, parameters: {} };
  return { record: recordOf(all, place, stack, deployment, [], reason, ctx), nested: [], outputs: {} };
}

interface Planned extends Pick<Draft, 'nested' | 'outputs'> {
  readonly changes: readonly Change[];
  readonly failure?: string | undefined;
  readonly missingExport?: Plan['missingExport'];
}

async function planOf(stack: Stack, prepared: Prepared, all: DraftRequest, place: ChangeSetIdentity, ctx: Ctx): Promise<Planned> {
  let nested = new Map<string, Draft>();
  try {
    if (all.input.IncludeNestedStacks && all.type !== 'IMPORT') nested = await draftNested(stack, prepared, all, place, ctx);
    const plan = planResources(stack, prepared, ctx, outputsOf(nested));
    if (all.type === 'IMPORT') checkImport(plan.changes, prepared, all.input);
    const changes = withNested(plan, nested, prepared);
    const outputs = place.parentId === undefined ? {} : outputsAfter(plan, prepared);
    const found = { changes, nested: [...nested.values()], outputs, missingExport: plan.missingExport };
    const broken = found.nested.find(({ record }) => record.status === 'FAILED' && record.reason !== NO_CHANGES);
    if (broken) return { ...found, failure: `Nested change set ${broken.record.id} was not successfully created: Currently in FAILED.` };
    const previous = ctx.records(deployments).get([stack.id, 'current']);
    const idle = changes.length === 0 && stack.status !== 'REVIEW_IN_PROGRESS' && (await nothingToDo(stack, prepared, previous, ctx));
    return idle ? { ...found, failure: NO_CHANGES } : found;
  } catch (error) {
    if (error instanceof TemplateProblem) return { changes: [], nested: [...nested.values()], outputs: {}, failure: error.message };
    throw error;
  }
}

const outputsOf = (nested: ReadonlyMap<string, Draft>) => new Map([...nested].map(([id, { outputs }]) => [id, outputs] as const));

function outputsAfter({ scope }: Plan, { view }: Prepared): Record<string, Json> {
  return Object.fromEntries(evaluateOutputs(view, scope).map(({ key, value }) => [`Outputs.${key}`, value]));
}

/** Plans nested stacks in the order of the graph, so that later ones see the future outputs of earlier ones. */
async function draftNested(
  stack: Stack,
  prepared: Prepared,
  all: DraftRequest,
  place: ChangeSetIdentity,
  ctx: Ctx,
): Promise<Map<string, Draft>> {
  const { view } = prepared;
  const drafts = new Map<string, Draft>();
  for (const id of inOrder(view.dependencies)) {
    if (view.template.resources[id]?.type !== NESTED_STACK) continue;
    const properties = planResources(stack, prepared, ctx, outputsOf(drafts)).properties.get(id) ?? {};
    const draft = await draftChild(stack, id, properties as Properties, all, place, ctx);
    if (draft) drafts.set(id, draft);
  }
  return drafts;
}

/** The draft for a nested stack. Undefined if even its template is only known later: the nested stack is then shown as one resource. */
async function draftChild(
  parent: Stack,
  logicalId: string,
  properties: Properties,
  all: DraftRequest,
  around: ChangeSetIdentity,
  ctx: Ctx,
): Promise<Draft | undefined> {
  const url = typeof properties.TemplateURL === 'string' ? properties.TemplateURL : '';
  if (url.includes(KNOWN_AFTER_APPLY)) return undefined;
  if (all.room.left-- <= 0) throw invalid(`A change set includes at most ${MAX_NESTED} nested stacks.`);
  const stack = childOf(parent, logicalId, ctx);
  const fresh = stack.status === 'REVIEW_IN_PROGRESS' ? (stack as StackRecord) : undefined;
  const place = placeWithin(around, all.input.ChangeSetName, logicalId, ctx);
  const previous = ctx.records(deployments).get([stack.id, 'current']);
  const tags = tagsOf(properties);
  const capabilities = all.input.Capabilities ?? [];
  try {
    refuseUnsupported({ Tags: tags });
    if (!fresh) refuseUpdate(stack);
    const body = await templateText(undefined, url, ctx);
    const given = { parameters: parametersOf(properties), tags, capabilities, notificationArns: notificationArnsOf(properties) };
    const request = { body, ...given, withoutCapabilityCheck: true, macrosShown: true };
    const prepared = await prepare(request, stack, previous, ctx);
    const draft = await draftOf(stack, prepared, all, place, ctx);
    return { ...draft, fresh: fresh && { ...fresh, description: prepared.view.template.description } };
  } catch (error) {
    if (!(error instanceof Fault || error instanceof TransformFailed) || all.room.left < 0) throw error;
    return { ...failedDraft(stack, { body: '', tags, capabilities }, error.message, all, place, ctx), fresh };
  }
}

/** Names the change set after that of the root, as the cloud does: `root-LogicalId-1A2B3C4D5E6F`. */
function placeWithin(around: ChangeSetIdentity, root: string, logicalId: string, ctx: Ctx): ChangeSetIdentity {
  const chance = ctx.random(12, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
  const name = `${root.slice(0, 60)}-${logicalId.slice(0, 54)}-${chance}`;
  return { id: changeSetArn(name, ctx), name, parentId: around.id, rootId: around.rootId ?? around.id };
}

/** The existing nested stack, or a new one to be reviewed. */
function childOf(parent: Stack, logicalId: string, ctx: Ctx): Stack {
  const old = ctx.records(resources).get([parent.id, logicalId]);
  const there = old && old.status !== 'CREATE_FAILED' && old.physicalId !== '' ? lookUp(old.physicalId, ctx) : undefined;
  if (there && there.status !== 'DELETE_COMPLETE') return there;
  const { id, name, roleArn, rootId } = parent;
  const place = { logicalId, typeName: NESTED_STACK, stack: { id, name }, roleArn, created: () => {} };
  const fresh = newStack(resourceContext(place, ctx).physicalName(128), ctx);
  return { ...fresh, status: 'REVIEW_IN_PROGRESS', roleArn, parentId: id, rootId: rootId ?? id };
}

/** The changes of the template, and nested stacks with changes only within, in the order of the graph. */
function withNested({ changes, properties }: Plan, nested: ReadonlyMap<string, Draft>, { view }: Prepared): readonly Change[] {
  if (nested.size === 0) return changes;
  const direct = new Map(changes.map((change) => [change.logicalId, change]));
  const staying = inOrder(view.dependencies).flatMap((id) => {
    const change = direct.get(id);
    const draft = nested.get(id);
    if (!draft) return change ? [change] : [];
    const { id: changeSetId, stackId, reason } = draft.record;
    if (change) return [{ ...change, physicalId: change.physicalId ?? stackId, changeSetId }];
    if (reason === NO_CHANGES) return [];
    const resource = { definition: view.template.resources[id]!, properties: properties.get(id) as JsonObject };
    return [{ ...within(id, stackId, resource), changeSetId }];
  });
  return [...staying, ...changes.filter(({ action }) => action === 'Remove')];
}

/** If the request asks for it, imports existing resources instead of creating them. */
async function withExisting(changes: readonly Change[], stack: Stack, prepared: Prepared, input: CreateChangeSetInput, ctx: Ctx) {
  const imports = input.ImportExistingResources ? await existingResources(changes, stack, prepared, ctx) : [];
  if (imports.length === 0) return { changes, deployment: prepared.deployment };
  const deployment: Deployment = { ...prepared.deployment, imports: [...(prepared.deployment.imports ?? []), ...imports] };
  const adopting = changes.map((change) => {
    const found = imports.find(({ logicalId }) => logicalId === change.logicalId);
    return found ? { ...change, action: 'Import' as const, physicalId: Object.values(found.identifier)[0] } : change;
  });
  return { changes: adopting, deployment };
}

function checkImport(changes: readonly Change[], { view }: Prepared, { ResourcesToImport = [] }: CreateChangeSetInput): void {
  if (ResourcesToImport.length === 0) throw new TemplateProblem('ResourcesToImport must name the resources to import.');
  const other = changes.filter(({ action }) => action !== 'Import').map(({ logicalId }) => logicalId);
  if (other.length > 0)
    throw new TemplateProblem(`As part of the import operation, you cannot modify or add [${other.join(', ')}] resources`);
  const bare = ResourcesToImport.map(({ LogicalResourceId }) => LogicalResourceId).filter(
    (id) => view.template.resources[id]?.deletionPolicy === undefined,
  );
  if (bare.length > 0) throw new TemplateProblem(`Resources [${bare.join(', ')}] are missing a DeletionPolicy attribute`);
}

function recordOf(
  { input, type }: DraftRequest,
  { id, name, parentId, rootId }: ChangeSetIdentity,
  stack: Stack,
  deployment: Frozen<Deployment>,
  changes: readonly Change[],
  failure: string | undefined,
  ctx: Ctx,
): ChangeSetRecord {
  const complete = failure === undefined;
  const inner = parentId !== undefined;
  return {
    id,
    name,
    stackId: stack.id,
    type: inner ? (stack.status === 'REVIEW_IN_PROGRESS' ? 'CREATE' : 'UPDATE') : type,
    status: complete ? 'CREATE_COMPLETE' : 'FAILED',
    reason: complete && inner ? EXECUTABLE_FROM_ROOT : failure,
    execution: complete && !inner ? 'AVAILABLE' : 'UNAVAILABLE',
    createdMs: ctx.now(),
    description: inner ? undefined : input.Description,
    deployment: deployment as Deployment,
    changes,
    roleArn: input.RoleARN,
    onFailure: input.OnStackFailure,
    includeNestedStacks: input.IncludeNestedStacks ?? false,
    importExistingResources: input.ImportExistingResources ?? false,
    deploymentMode: inner ? undefined : input.DeploymentMode,
    mode: input.DeploymentConfig?.Mode,
    token: inner ? undefined : input.ClientToken,
    parentId,
    rootId,
  };
}
