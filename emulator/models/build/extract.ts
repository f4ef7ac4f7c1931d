// Converts one SDK client package to the service's IR.
import { join } from 'node:path';
import type { Constraint, ErrorFacts, Member, MemberTraits, OperationIR, Profile, Ref, ServiceIR, Shape } from '#protocol/ir';
import { type EnumLinks, readEnumLinks, readOperationErrors } from './declarations.ts';
import { type ClientPackage, openPackage } from './package.ts';
import {
  isError,
  isList,
  isMap,
  isOperation,
  isUnit,
  memberTraits,
  type RawSchema,
  type Resolved,
  readTraits,
  resolve,
  structureKind,
} from './schema.ts';

const DEFAULT_PROFILE: Profile = {
  validation: { style: 'coral', code: 'ValidationException', queryCode: 'ValidationError' },
  unknownOperation: { code: 'UnknownOperationException', status: 400 },
  messageMember: 'message',
};

const unlessEmpty = <T extends object>(value: T): T | undefined => (Object.keys(value).length > 0 ? value : undefined);

/** Numbers shapes in the order of their discovery, because a shape may refer to itself. */
class ShapeTable {
  readonly shapes: Shape[] = [];
  readonly #numbers = new Map<unknown, number>();
  readonly #links: EnumLinks;
  constructor(links: EnumLinks) {
    this.#links = links;
  }

  add(ref: unknown): [Ref, Resolved] {
    const target = resolve(ref);
    return [target.to === 'simple' ? target.kind : this.#intern(target), target];
  }

  #intern(target: Resolved & { to: 'shape' }): number {
    const known = this.#numbers.get(target.key);
    if (known !== undefined) return known;
    const number = this.shapes.length;
    this.#numbers.set(target.key, number);
    this.shapes.push({ kind: 'structure', name: '', members: [] });
    this.shapes[number] = target.inline ?? this.#shape(target.schema!);
    return number;
  }

  #shape(schema: RawSchema): Shape {
    const traits = readTraits(schema[3]);
    const sparse = traits['sparse'] ? { sparse: 1 as const } : {};
    if (isList(schema)) {
      const [item, target] = this.add(schema[4]);
      return { kind: 'list', name: schema[2], item, ...this.#named('itemTraits', target), ...sparse };
    }
    if (isMap(schema)) {
      const [key, keyTarget] = this.add(schema[4]);
      const [value, valueTarget] = this.add(schema[5]);
      const named = { ...this.#named('keyTraits', keyTarget), ...this.#named('valueTraits', valueTarget) };
      return { kind: 'map', name: schema[2], key, value, ...named, ...sparse };
    }
    return {
      kind: structureKind(schema),
      name: schema[2],
      members: this.#members(schema),
      ...(traits['xmlName'] ? { xmlName: String(traits['xmlName']) } : {}),
      ...(traits['streaming'] ? { eventStream: 1 as const } : {}),
      ...(traits['error'] ? { error: errorFacts(traits) } : {}),
    };
  }

  #named<K extends string>(name: K, target: Resolved): Partial<Record<K, MemberTraits>> {
    const traits = unlessEmpty(memberTraits(target.traits));
    return (traits ? { [name]: traits } : {}) as Partial<Record<K, MemberTraits>>;
  }

  /** Required members come first; the schema's last entry is their number. */
  #members(schema: RawSchema): Member[] {
    const [, , structure, , names, refs, required = 0] = schema as readonly [number, string, string, unknown, string[], unknown[], number?];
    return names.map((name, index) => {
      const [ref, target] = this.add(refs[index]);
      const traits = memberTraits(target.traits);
      if (index < required) traits.required = 1;
      const link = this.#links.get(structure)?.get(name);
      if (link) traits.constraint = structuredClone(link);
      return unlessEmpty(traits) ? [name, ref, traits] : [name, ref];
    });
  }
}

function errorFacts(traits: Record<string, unknown>): ErrorFacts {
  const query = traits['awsQueryError'] as [string, number] | undefined;
  return {
    blame: traits['error'] as ErrorFacts['blame'],
    ...(traits['httpError'] ? { status: Number(traits['httpError']) } : {}),
    ...(query ? { queryCode: query[0], queryStatus: query[1] } : {}),
  };
}

function operationIR(schema: RawSchema, table: ShapeTable, errors: string[]): OperationIR {
  const traits = readTraits(schema[3]);
  const http = traits['http'] as [string, string, number] | undefined;
  const endpoint = traits['endpoint'] as [string] | undefined;
  const structure = (ref: unknown): number | null => (isUnit(ref) ? null : (table.add(ref)[0] as number));
  return {
    input: structure(schema[4]),
    output: structure(schema[5]),
    ...(http ? { http: { method: http[0], uri: http[1], status: http[2] } } : {}),
    ...(endpoint ? { hostPrefix: endpoint[0] } : {}),
    ...(errors.length > 0 ? { errors } : {}),
  };
}

/** The names of all enumerations that a constraint refers to. */
function* enumNames(constraint: Constraint | undefined): Generator<string> {
  if (!constraint) return;
  if (constraint.enum) yield constraint.enum;
  for (const part of [constraint.item, constraint.key, constraint.value]) yield* enumNames(part);
}

function usedEnums(shapes: Shape[], exports: Record<string, unknown>): Record<string, string[]> {
  const enums: Record<string, string[]> = {};
  for (const shape of shapes) {
    if (!('members' in shape)) continue;
    for (const [, , traits] of shape.members)
      for (const name of enumNames(traits?.constraint)) enums[name] ??= Object.values(exports[name] as Record<string, string>);
  }
  return enums;
}

function base(id: string, client: ClientPackage): Omit<ServiceIR, 'shapes' | 'operations' | 'errors' | 'enums'> {
  const { settings } = client;
  return {
    id,
    from: `${client.name}@${client.version}`,
    namespace: settings.defaultNamespace,
    version: settings.version,
    ...(settings.xmlNamespace ? { xmlNamespace: settings.xmlNamespace } : {}),
    target: settings.serviceTarget,
    signingName: client.signingName,
    protocol: client.protocol,
    also: [],
    ...(settings.awsQueryCompatible ? { queryCompatible: true } : {}),
    profile: structuredClone(DEFAULT_PROFILE),
  };
}

export function extract(id: string, packageName: string): ServiceIR {
  const client = openPackage(packageName);
  const { exports } = client;
  const table = new ShapeTable(readEnumLinks(join(client.declarations, 'models'), exports));
  const thrown = readOperationErrors(join(client.declarations, 'commands'));
  const errors: Record<string, number> = {};
  const operations: Record<string, OperationIR> = {};
  for (const value of Object.values(exports))
    if (isError(value, client.settings.defaultNamespace)) errors[value[2]] = table.add(value)[0] as number;
  for (const value of Object.values(exports)) {
    if (!isOperation(value)) continue;
    const modelled = (thrown.get(value[2]) ?? []).filter((name) => errors[name] !== undefined);
    operations[value[2]] = operationIR(value, table, modelled);
  }
  const { shapes } = table;
  return { ...base(id, client), shapes, operations, errors, enums: usedEnums(shapes, exports) };
}
