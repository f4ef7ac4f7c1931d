// Plans an update: which resources are added, changed, replaced or removed, and why. `execution/` carries it out.

import type { Properties } from '#core/resources/resource-handlers';
import type { ResourceType } from '#core/resources/resource-type';
import { type Difference, differences, kindOf, pathText } from '#resources/differences';
import { functionCall, isList, isObject, type Json, type JsonObject, sameValue } from '#resources/json';
import { replacementBy, replacing, type Types } from '#resources/resource-data';
import { KNOWN_AFTER_APPLY } from './intrinsics.ts';
import { references } from './references.ts';
import type { ResourceDefinition } from './template.ts';

export interface PlannedResource {
  readonly definition: ResourceDefinition;
  /** Properties with functions evaluated as far as possible now. */
  readonly properties: JsonObject;
}
export interface ExistingResource extends PlannedResource {
  readonly physicalId: string;
}

export type Recreation = 'Always' | 'Conditionally' | 'Never';
export interface ChangeDetail {
  readonly attribute: 'Properties' | 'Metadata' | 'DeletionPolicy' | 'UpdateReplacePolicy' | 'CreationPolicy' | 'UpdatePolicy' | 'Tags';
  readonly name?: string | undefined;
  readonly path: string;
  readonly recreation: Recreation;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly kind: 'Add' | 'Remove' | 'Modify';
  readonly dynamic: boolean;
  readonly source?: 'DirectModification' | 'ParameterReference' | 'ResourceReference' | 'ResourceAttribute' | 'Automatic' | undefined;
  readonly cause?: string | undefined;
  /** The value may be the same: the resource whose attribute it is changes in place. */
  readonly isPossible?: boolean | undefined;
}

export interface Change {
  readonly action: 'Add' | 'Modify' | 'Remove' | 'Import';
  readonly logicalId: string;
  readonly type: string;
  readonly physicalId?: string | undefined;
  readonly replacement?: 'True' | 'False' | 'Conditional' | undefined;
  readonly details: readonly ChangeDetail[];
  readonly policy?: 'Delete' | 'Retain' | 'ReplaceAndDelete' | 'ReplaceAndRetain' | undefined;
  /** The replacement by the details that are certain, where others are possible only. */
  readonly certain?: Pick<Change, 'replacement' | 'policy'> | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** For a nested stack: the change set that shows the changes within. */
  readonly changeSetId?: string | undefined;
}

/** Names of parameters, which distinguish them from resources; whether the value of each is another one than before, or what is stored under it. */
export type ChangedParameters = ReadonlyMap<string, boolean | 'stored'>;

export interface Compared {
  readonly types: Types;
  readonly handler: ResourceType;
  readonly parameters: ChangedParameters;
}

/** The change of a resource in both templates. Undefined if nothing changes. */
export function compareResource(
  logicalId: string,
  old: ExistingResource,
  next: PlannedResource,
  compared: Compared,
  dependent: readonly ChangeDetail[] = [],
): Change | undefined {
  const known = propertyDetails(old, next, compared);
  const possible = dependent.filter(({ name }) => !known.some((detail) => detail.name === name));
  const details = [...known, ...possible, ...attributeDetails(old.definition, next.definition)];
  if (details.length === 0) return undefined;
  const certain = details.filter(({ isPossible }) => !isPossible);
  return {
    action: 'Modify',
    logicalId,
    type: next.definition.type,
    physicalId: old.physicalId,
    ...replacementBecauseOf(details, old, next, compared),
    details,
    before: contextOf(old),
    after: contextOf(next),
    ...(certain.length < details.length && { certain: replacementBecauseOf(certain, old, next, compared) }),
  };
}

function replacementBecauseOf(details: readonly ChangeDetail[], old: ExistingResource, next: PlannedResource, { handler }: Compared) {
  const replacement = replacementOf(old, next, details, handler);
  if (replacement === 'False') return { replacement } as const;
  const isRetaining = next.definition.updateReplacePolicy === 'Retain';
  return { replacement, policy: isRetaining ? 'ReplaceAndRetain' : 'ReplaceAndDelete' } as const;
}

export const addition = (logicalId: string, next: PlannedResource, action: 'Add' | 'Import' = 'Add', physicalId?: string): Change => ({
  action,
  logicalId,
  type: next.definition.type,
  details: [],
  after: contextOf(next),
  physicalId,
});

/** The change of a nested stack that is the same in this template but has changes within. */
export const within = (logicalId: string, physicalId: string, resource: PlannedResource): Change => ({
  action: 'Modify',
  logicalId,
  type: resource.definition.type,
  physicalId,
  replacement: 'False',
  details: [{ attribute: 'Properties', path: '/Properties', recreation: 'Never', kind: 'Modify', dynamic: true, source: 'Automatic' }],
  before: contextOf(resource),
  after: contextOf(resource),
});

/**
 * A value that a property took from another resource is told as unknown before a removal, even where that resource stays (localstack/localstack,
 * tests/aws/services/cloudformation/api/test_stacks.py::test_stack_deletion_order, seven recordings; 2025). `isParameter` tells names of parameters.
 */
export function removal(logicalId: string, old: ExistingResource, isParameter: (name: string) => boolean): Change {
  const taken = ([name, value]: readonly [string, Json]): readonly [string, Json] => [
    name,
    withoutReferences(old.definition.properties[name], value, isParameter),
  ];
  return {
    action: 'Remove',
    logicalId,
    type: old.definition.type,
    physicalId: old.physicalId,
    details: [],
    before: contextOf({ ...old, properties: Object.fromEntries(Object.entries(old.properties).map(taken)) }),
    policy: isRetained(old.definition.deletionPolicy) ? 'Retain' : 'Delete',
  };
}

/** A value without what its expression takes from resources. Steps down to the functions. */
function withoutReferences(expression: Json | undefined, value: Json, isParameter: (name: string) => boolean): Json {
  if (expression === undefined || !(isObject(expression) || isList(expression))) return value;
  const isFunction = isObject(expression) && functionCall(expression) !== undefined;
  if (isFunction)
    return references(expression).some(({ name, kind, attribute }) => kind === 'name' && (attribute !== undefined || !isParameter(name)))
      ? KNOWN_AFTER_APPLY
      : value;
  const inner = (name: string | number) => (expression as Readonly<Record<string | number, Json>>)[name];
  if (isList(value)) return value.map((each, index) => withoutReferences(inner(index), each, isParameter));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutReferences(inner(name), each, isParameter)]));
}

export const isRetained = (policy: string | undefined): boolean => policy === 'Retain' || policy === 'RetainExceptOnCreate';

/** Whether a change whose values are all known replaces the resource. */
export function mustReplace(types: Types, handler: ResourceType, type: string, before: Properties, after: Properties): boolean {
  return !handler.update || replacing(types, handler, type, before, after).length > 0;
}

function replacementOf(old: ExistingResource, next: PlannedResource, details: readonly ChangeDetail[], handler: ResourceType) {
  const properties = details.filter(({ attribute }) => attribute === 'Properties' || attribute === 'Tags');
  if (properties.length === 0) return 'False';
  if (!handler.update) return properties.every(({ dynamic }) => dynamic) ? 'Conditional' : 'True';
  if (properties.some(({ recreation, dynamic }) => recreation === 'Always' && !dynamic)) return 'True';
  if (properties.some(({ recreation, dynamic }) => recreation === 'Always' && dynamic)) return 'Conditional';
  return properties.some(({ name, recreation }) => recreation === 'Conditionally' && alsoReplacing(old, next, handler).includes(name!))
    ? 'Conditional'
    : 'False';
}

/** The properties that replace the resource with these values only, which the cloud shows as a condition (go-to-k/cdkd, issue 3750, measured in 2026). */
const alsoReplacing = (old: ExistingResource, next: PlannedResource, handler: ResourceType): readonly string[] =>
  handler.replaces?.(next.properties as Properties, old.properties as Properties) ?? [];

function propertyDetails(old: ExistingResource, next: PlannedResource, { types, handler, parameters }: Compared): ChangeDetail[] {
  const data = types.of(next.definition.type);
  const also = alsoReplacing(old, next, handler);
  // In the order of their names (recorded).
  const sorted = [...differences(old.properties, next.properties)].sort((one, other) => compareNames(one.path[0], other.path[0]));
  return sorted.flatMap((difference) => {
    const { path, before, after } = difference;
    const [name] = path;
    const word = replacementBy(types, data, difference);
    const recreation = recreationBy(word === 'no' && also.includes(name!) ? 'maybe' : word, handler);
    const detail = {
      attribute: name === data?.tags?.property && areTagsOfStack(path, old, next) ? ('Tags' as const) : ('Properties' as const),
      name,
      path: pathText(['Properties', ...path]),
      recreation,
      ...values(before, after),
      kind: kindOf(difference),
    };
    return causesOf(difference, old.definition.properties, next.definition.properties, parameters).map((cause) => ({
      ...detail,
      ...cause,
    }));
  });
}

const compareNames = (one = '', other = ''): number => (one < other ? -1 : one > other ? 1 : 0);

export function recreationBy(word: 'yes' | 'maybe' | 'no', handler: ResourceType): Recreation {
  if (word === 'yes' || !handler.update) return 'Always';
  return word === 'maybe' ? 'Conditionally' : 'Never';
}

/** Whether the tags of the stack have changed, not the tags that the template gives the resource. */
function areTagsOfStack([name = '']: readonly string[], old: ExistingResource, next: PlannedResource): boolean {
  const expression = next.definition.properties[name];
  return sameValue(old.definition.properties[name], expression) && (expression === undefined || references(expression).length === 0);
}

const values = (before: Json | undefined, after: Json | undefined) => ({
  before: before === undefined ? undefined : shown(before),
  after: after === undefined ? undefined : shown(after),
});
const shown = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

type Cause = Pick<ChangeDetail, 'source' | 'cause' | 'dynamic'>;

/**
 * Why a value changes. A parameter is told with a second detail, as if its value might also come from the template (recorded in 2025). If a value
 * changed but its expression did not, the resource that it refers to is replaced.
 */
function causesOf(
  { path, after: value }: Difference,
  before: JsonObject,
  after: JsonObject,
  parameters: ChangedParameters,
): readonly Cause[] {
  const isUnknown = value !== undefined && JSON.stringify(value).includes(KNOWN_AFTER_APPLY);
  const direct: Cause = { source: 'DirectModification', dynamic: isUnknown };
  const expression = at(after, path);
  if (expression === undefined) return [direct];
  const named = references(expression).filter(({ kind, name }) => kind === 'name' && !name.startsWith('AWS::'));
  const asked = [...new Set(named.map(({ name }) => name))].filter((name) => parameters.has(name));
  if (asked.some((name) => parameters.get(name) === 'stored')) return [direct];
  const changed = asked.filter((name) => parameters.get(name));
  const causes = changed.length > 0 ? changed : sameValue(at(before, path), expression) ? [] : asked;
  if (causes.length > 0)
    return [
      ...causes.map((cause): Cause => ({ source: 'ParameterReference', cause, dynamic: false })),
      { source: 'DirectModification', dynamic: true },
    ];
  const resource = named.find(({ name }) => !parameters.has(name));
  if (!resource || !sameValue(at(before, path), expression)) return [direct];
  const { name, attribute } = resource;
  return [
    attribute === undefined
      ? { source: 'ResourceReference', cause: name, dynamic: false }
      : { source: 'ResourceAttribute', cause: `${name}.${attribute}`, dynamic: false },
  ];
}

/** The expression at a path, or the function on the way to it. */
function at(value: Json | undefined, [name, ...rest]: readonly string[]): Json | undefined {
  if (name === undefined || value === undefined) return value;
  const inner = isList(value) ? value[Number(name)] : isObject(value) ? value[name] : undefined;
  return inner === undefined ? (isObject(value) || isList(value) ? value : undefined) : at(inner, rest);
}

function attributeDetails(old: ResourceDefinition, next: ResourceDefinition): ChangeDetail[] {
  const pairs = [
    ['Metadata', old.metadata, next.metadata],
    ['DeletionPolicy', old.deletionPolicy, next.deletionPolicy],
    ['UpdateReplacePolicy', old.updateReplacePolicy, next.updateReplacePolicy],
    ['CreationPolicy', old.creationPolicy, next.creationPolicy],
    ['UpdatePolicy', old.updatePolicy, next.updatePolicy],
  ] as const;
  return pairs.flatMap(([attribute, before, after]) =>
    sameValue(before, after)
      ? []
      : [
          {
            attribute,
            path: `/${attribute}`,
            recreation: 'Never' as const,
            ...values(before, after),
            kind: kindOf({ path: [], before, after }),
            dynamic: false,
            source: 'DirectModification' as const,
          },
        ],
  );
}

const contextOf = ({ definition, properties }: PlannedResource): string =>
  JSON.stringify({
    Properties: properties,
    ...(definition.metadata === undefined ? {} : { Metadata: definition.metadata }),
    ...(definition.deletionPolicy === undefined ? {} : { DeletionPolicy: definition.deletionPolicy }),
    ...(definition.updateReplacePolicy === undefined ? {} : { UpdateReplacePolicy: definition.updateReplacePolicy }),
  });
