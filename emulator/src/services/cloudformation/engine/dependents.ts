// Changes that follow from others: the cloud, which does not know the attributes that a changed resource will have, lists what refers to them.
import { isList, isObject, type Json } from '#resources/json';
import { replacementBy } from '#resources/resource-data';
import { type ChangeDetail, type Compared, type PlannedResource, recreationBy } from './plan.ts';
import { references } from './references.ts';

/**
 * The properties that refer to an attribute of a resource that changes in place. Change sets show them without property values alone: with
 * values, they show what changes indeed (recorded, April 2025). `isTrue` tells the value of a condition.
 */
export function dependentDetails(
  { definition, properties }: PlannedResource,
  changed: ReadonlySet<string>,
  compared: Compared,
  isTrue: (condition: string) => boolean,
): ChangeDetail[] {
  const details = new Map<string, ChangeDetail>();
  for (const [name, expression] of Object.entries(definition.properties))
    for (const { path, cause } of attributesIn(expression, [name], changed, isTrue)) {
      const difference = { path, before: properties[name], after: properties[name] };
      const recreation = recreationBy(replacementBy(compared.types, compared.types.of(definition.type), difference), compared.handler);
      const detail = { attribute: 'Properties', name, path: `/Properties/${name}`, recreation, kind: 'Modify', dynamic: true } as const;
      details.set(`${name} ${cause}`, { ...detail, source: 'ResourceAttribute', cause, isPossible: true });
    }
  return [...details.values()];
}

interface FoundAttribute {
  readonly path: readonly string[];
  readonly cause: string;
}

/** Steps down to the functions, because the property at which one stands decides about a replacement. */
function attributesIn(
  value: Json,
  path: readonly string[],
  changed: ReadonlySet<string>,
  isTrue: (condition: string) => boolean,
): FoundAttribute[] {
  const isFunction = isObject(value) && Object.keys(value).some((name) => name === 'Ref' || name.startsWith('Fn::'));
  if (!isFunction && (isObject(value) || isList(value)))
    return Object.entries(value).flatMap(([name, inner]) => attributesIn(inner, [...path, name], changed, isTrue));
  return references(value, isTrue)
    .filter(({ name, attribute }) => attribute !== undefined && changed.has(name))
    .map(({ name, attribute }) => ({ path, cause: `${name}.${attribute}` }));
}
