// The accesses that a call needs: each an action on a resource.
import type { ActionTable, Need, OperationNeeds } from './action-table.ts';
import { compileSlot, compileTemplate, type Slot, type SlotSource, type Template } from './slots.ts';

export interface Access {
  /** `sqs:SendMessage` */
  readonly action: string;
  /** ARN, or `*`. */
  readonly resource: string;
  /** For `iam:PassRole`: the service to which the role is passed. */
  readonly passedTo?: string | undefined;
}

export interface CompiledOperation {
  accesses(source: SlotSource): readonly Access[];
  readonly tags: string | undefined;
  readonly tagKeys: string | undefined;
}

export interface CompiledTable {
  /** Undefined where the operation has no row. */
  operation(name: string): CompiledOperation | undefined;
  /** The condition keys that inputs fill, in lower case. */
  readonly keys: ReadonlyMap<string, Slot>;
  /** Keys that are one of many: what begins with the prefix (lower case) is found in the map that is read. */
  readonly maps: readonly { readonly prefix: string; readonly read: (input: object) => unknown }[];
  readonly refusal: ActionTable['refusal'];
  /** Whether resource control policies limit that action. */
  isControlled(action: string): boolean;
  /** Services besides its own of which operations name resources: `iam`, whose roles they pass. */
  readonly foreign: readonly string[];
}

export function compileTable({ operations, keys, refusal, resourceControl }: ActionTable): CompiledTable {
  const compiled = new Map<string, CompiledOperation>();
  return {
    operation: (name) => {
      const known = compiled.get(name);
      if (known || !Object.hasOwn(operations, name)) return known;
      const made = compileOperation(operations[name]!);
      compiled.set(name, made);
      return made;
    },
    keys: new Map(
      Object.entries(keys)
        .filter(([key]) => !key.endsWith('*'))
        .map(([key, slot]) => [key.toLowerCase(), compileSlot(slot)]),
    ),
    maps: Object.entries(keys)
      .filter(([key]) => key.endsWith('*'))
      .map(([key, member]) => ({
        prefix: key.slice(0, -1).toLowerCase(),
        read: (input) => (input as Readonly<Record<string, unknown>>)[member.split(':', 1)[0]!],
      })),
    refusal,
    isControlled: (action) => {
      const [prefix, name = ''] = action.split(':');
      return resourceControl !== undefined && prefix === resourceControl.prefix && !resourceControl.except?.includes(name);
    },
    foreign: foreignIn(operations),
  };
}

/** The services in the ARNs of all templates, and that of passed roles. */
function foreignIn(operations: ActionTable['operations']): string[] {
  const rows = Object.values(operations);
  const named = rows.flatMap(({ needs }) => needs.flatMap(({ on }) => on.map((arn) => /^arn:[^:]*:([\w-]+):/.exec(arn)?.[1])));
  if (rows.some(({ passes }) => passes)) named.push('iam');
  return [...new Set(named)].filter((service) => service !== undefined);
}

type Applies = (source: SlotSource) => boolean;

function compileOperation({ needs, passes = [], tags, tagKeys }: OperationNeeds): CompiledOperation {
  const parts = needs.map(compileNeed);
  const roles = passes.map(({ slot, service }) => ({ slot: compileSlot(slot), service, isName: slot.endsWith(':role') }));
  return {
    tags,
    tagKeys,
    accesses: (source) => {
      if (parts.length === 1 && roles.length === 0) return parts[0]!(source);
      const accesses = parts.flatMap((part) => part(source));
      for (const { slot, service, isName } of roles)
        for (const role of new Set(slot(source)))
          accesses.push({
            action: 'iam:PassRole',
            resource: isName ? `arn:aws:iam::${source.account}:role/${role}` : role,
            passedTo: service,
          });
      return accesses;
    },
  };
}

function compileNeed({ action, on, when }: Need): (source: SlotSource) => Access[] {
  const applies = when === undefined ? undefined : compileCondition(when);
  const actions = action.includes('{') ? compileTemplate(action) : undefined;
  const templates = on.map(compileTemplate);
  return (source) => {
    if (applies && !applies(source)) return [];
    const resources = firstThatApplies(templates, source);
    if (!actions)
      return resources.length === 1
        ? [{ action, resource: resources[0]! }]
        : [...new Set(resources)].map((resource) => ({ action, resource }));
    // Each statement's action goes with its own table.
    const named = actions(source, true) ?? [];
    return resources.map((resource, index) => ({ action: named[index] ?? named[0] ?? action, resource }));
  };
}

function firstThatApplies(templates: readonly Template[], source: SlotSource): readonly string[] {
  for (const [index, template] of templates.entries()) {
    const made = template(source, index === templates.length - 1);
    if (made && made.length > 0) return made;
  }
  return ['*'];
}

/** `VersionId`, `!VersionId`, `TransactItems[].Get`: whether something is there that is not false. */
function compileCondition(when: string): Applies {
  if (when.startsWith('!')) {
    const isThere = compileCondition(when.slice(1));
    return (source) => !isThere(source);
  }
  const isReader = when.includes(':');
  const slot = compileSlot(when);
  const steps = when.split('.');
  return (source) => {
    const values = isReader ? slot(source) : thereAt(source.input, steps);
    return values.some((value) => value !== undefined && value !== false && value !== 'false');
  };
}

/** All values at a path, structures too. */
function thereAt(input: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return [input];
  const value =
    typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>)[step.replace('[]', '')] : undefined;
  const values: unknown[] = step.endsWith('[]') ? (Array.isArray(value) ? value : []) : [value];
  return values.flatMap((each) => thereAt(each, rest));
}
