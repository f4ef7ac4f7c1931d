// Plans the changes that a deployment would make to the present stack.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { own } from '#lib/table';
import type { Json, JsonObject } from '#resources/json';
import { dependentDetails } from '#services/cloudformation/engine/dependents';
import { inOrder } from '#services/cloudformation/engine/graph';
import { evaluate, KNOWN_AFTER_APPLY, type Scope } from '#services/cloudformation/engine/intrinsics';
import type { ParameterValue } from '#services/cloudformation/engine/parameters';
import { addition, type Change, compareResource, removal } from '#services/cloudformation/engine/plan';
import { TemplateProblem } from '#services/cloudformation/engine/problem';
import { type ResourceDefinition, readTemplate } from '#services/cloudformation/engine/template';
import { handlerName } from '#services/cloudformation/engine/validate';
import { attributeValue } from '#services/cloudformation/stack-records/attribute-value';
import type { Stack } from '#services/cloudformation/stack-records/find-stack';
import { withStackTags } from '#services/cloudformation/stack-records/stack-tags';
import { type Deployment, deployments, exported, type ResourceRecord, resources } from '#services/cloudformation/state';
import type { Prepared } from './prepare.ts';

/** Whether there is a resource to delete. */
export const holdsThing = ({ physicalId, status }: Frozen<ResourceRecord>): boolean => physicalId !== '' && status !== 'DELETE_COMPLETE';
/** Whether there is a resource to update. One whose creation failed is created anew. */
export const existsAlready = (resource: Frozen<ResourceRecord>): boolean => holdsThing(resource) && resource.status !== 'CREATE_FAILED';

/** Future outputs of nested stacks by logical id, as far as they differ from the present ones. */
export type NestedOutputs = ReadonlyMap<string, Readonly<Record<string, Json>>>;

export interface Plan {
  /** In the order of the graph, removals last. */
  readonly changes: readonly Change[];
  /** The properties of every resource to create or keep, with functions evaluated as far as possible now. */
  readonly properties: ReadonlyMap<string, JsonObject>;
  /** The scope of the template's functions when the changes are made. */
  readonly scope: Scope;
  /** The first export that a resource imports and that is not there yet. */
  readonly missingExport?: { readonly logicalId: string; readonly name: string } | undefined;
}

/** @throws TemplateProblem if the type of a resource changes */
export const planChanges = (stack: Stack, prepared: Prepared, ctx: Ctx): readonly Change[] => planResources(stack, prepared, ctx).changes;

/** With `nested`, an unknown export counts as known later, because another stack of the same change may create it. */
export function planResources(stack: Stack, { deployment, view, known, actual = {} }: Prepared, ctx: Ctx, nested?: NestedOutputs): Plan {
  const existing = new Map(
    ctx
      .records(resources)
      .range([stack.id])
      .filter((each) => existsAlready(each) && actual[each.logicalId] !== null)
      .map((each) => [each.logicalId, { ...each, properties: actual[each.logicalId] ?? each.properties }] as const),
  );
  const current = ctx.records(deployments).get([stack.id, 'current']);
  const before = previousDefinitions(current);
  const parameters = new Map(
    Object.keys(view.template.parameters).map(
      (name) => [name, howChanged(current?.parameters[name], deployment.parameters[name])] as const,
    ),
  );
  const replaced = new Set<string>();
  const updated = new Set<string>();
  const changes: Change[] = [];
  const planned = new Map<string, JsonObject>();
  const now = view.scope({
    ref: (id) => (isKnown(id) ? (existing.get(id)!.ref ?? existing.get(id)!.physicalId) : KNOWN_AFTER_APPLY),
    attribute: (id, name) =>
      isKnown(id)
        ? (nested?.get(id)?.[name] ?? attributeValue(existing.get(id), name, known.data) ?? KNOWN_AFTER_APPLY)
        : KNOWN_AFTER_APPLY,
  });
  const later = (name: string) => nested !== undefined && !ctx.records(exported).has([name]);
  let evaluated = '';
  let missingExport: Plan['missingExport'];
  const importLater = (name: string): Json => {
    if (evaluated !== '') missingExport ??= { logicalId: evaluated, name };
    return KNOWN_AFTER_APPLY;
  };
  const scope: Scope = { ...now, importValue: (name) => (later(name) ? importLater(name) : now.importValue(name)) };
  function isKnown(id: string): boolean {
    return existing.has(id) && !replaced.has(id);
  }
  refuseTypeChanges(view.template.resources, existing);
  for (const id of inOrder(view.dependencies)) {
    const definition = view.template.resources[id]!;
    evaluated = id;
    const properties = withStackTags(known.data, definition.type, evaluate(definition.properties, scope) as JsonObject, deployment.tags);
    const next = { definition, properties };
    planned.set(id, properties);
    const old = existing.get(id);
    if (!old) {
      const adopted = deployment.imports?.find(({ logicalId }) => logicalId === id);
      changes.push(adopted ? addition(id, next, 'Import', Object.values(adopted.identifier)[0]) : addition(id, next));
      continue;
    }
    const handler = known.handlers.get(handlerName(definition.type))!;
    const previous = { definition: before[id] ?? definition, properties: old.properties as JsonObject, physicalId: old.physicalId };
    const compared = { types: known.data, handler, parameters };
    const dependent = dependentDetails(next, updated, compared, (name) => view.conditions[name] ?? true);
    const change = compareResource(id, previous, next, compared, dependent);
    if (change && (change.certain ?? change).replacement !== 'False') replaced.add(id);
    else if (change?.details.some(({ attribute }) => attribute === 'Properties' || attribute === 'Tags')) updated.add(id);
    if (change) changes.push(change);
  }
  evaluated = '';
  const isParameter = (name: string): boolean => name.startsWith('AWS::') || own(current?.parameters ?? {}, name) !== undefined;
  for (const [id, old] of existing)
    if (!view.exists(id))
      changes.push(
        removal(
          id,
          {
            definition: { ...(before[id] ?? bare(old)), deletionPolicy: old.deletionPolicy },
            properties: old.properties as JsonObject,
            physicalId: old.physicalId,
          },
          isParameter,
        ),
      );
  return { changes, properties: planned, scope, missingExport };
}

function refuseTypeChanges(
  next: Readonly<Record<string, ResourceDefinition>>,
  existing: ReadonlyMap<string, Frozen<ResourceRecord>>,
): void {
  const changed = [...existing].filter(([id, { type }]) => next[id] && next[id].type !== type).map(([id]) => id);
  if (changed.length > 0)
    throw new TemplateProblem(
      `Update of resource type is not permitted. The new template modifies resource type of the following resources: [${changed.join(', ')}]`,
    );
}

/**
 * A value of the parameter store is told as one of the template, not as one of the parameter that names it (localstack/localstack,
 * cloudformation/v2/test_dynamic_resolving.py::TestSSMParameterValues; August 2025).
 */
const howChanged = (before: Frozen<ParameterValue> | undefined, after: Frozen<ParameterValue> | undefined): boolean | 'stored' =>
  before?.resolved === after?.resolved ? before?.value !== after?.value : 'stored';

function previousDefinitions(current: Frozen<Deployment> | undefined): Readonly<Record<string, ResourceDefinition>> {
  return current ? readTemplate(current.processed, { mayBeEmpty: true }).resources : {};
}

const bare = ({ type, deletionPolicy }: Frozen<ResourceRecord>): ResourceDefinition => ({
  type,
  properties: {},
  dependsOn: [],
  deletionPolicy,
});
