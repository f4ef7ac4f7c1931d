// Resource types of the parts of an API, which differ in their names and properties only: handlers by calls of Create…, Update…, Get…, Delete….
import type { Created, Properties, Value } from '#core/resources/resource-handlers';
import { ignoring, object, text } from '#core/resources/resource-properties';
import { readAs, textMap } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { partitionOf } from '#lib/arn';

const SERVICE = 'apigatewayv2';
const GONE = ['NotFoundException'];

type Reader = (value: Value | undefined) => unknown;
type Members = Readonly<Record<string, unknown>>;

export interface PartKind {
  /** `Route`: the operations are CreateRoute, GetRoute, UpdateRoute, DeleteRoute. */
  readonly noun: string;
  /** The member with the id that the service gives. */
  readonly id: string;
  /** Properties that name what the part belongs to: `ApiId`. */
  readonly owners: readonly string[];
  readonly properties: Readonly<Record<string, Reader>>;
  /** Values of properties that are taken away, in the words of an update; undefined where an update cannot take them away. */
  readonly cleared?: (name: string, before: Value, properties: Properties) => unknown;
  /** Maps of which an update changes single keys, each with the value that removes a key. */
  readonly merged?: Readonly<Record<string, unknown>>;
  /** Properties that the service does not tell again. */
  readonly unread?: readonly string[];
  /** Converts what the service tells to the form of the template, which is `given` where there is one. */
  readonly shown?: Readonly<Record<string, (told: unknown, given: Value | undefined) => unknown>>;
  /** Lists by `Get<noun>s`, unless another name is given. */
  readonly plural?: string;
  /** Attributes besides the id, of the service's answer. */
  readonly attributes?: (answer: Members, ctx: ResourceContext) => Readonly<Record<string, Value>>;
  /** The path of its ARN (`/apis/ID`), where it has tags. */
  readonly tagged?: (physicalId: string, properties: Properties) => string;
}

export function partType(kind: PartKind): ResourceType {
  const { noun, id, owners, properties: readers, merged = {}, unread = [] } = kind;
  const call = (operation: string, input: object, ctx: ResourceContext) => ctx.callNamed(SERVICE, operation, input) as Promise<Members>;
  const ownersIn = (properties: Properties): Record<string, string> =>
    Object.fromEntries(owners.map((owner) => [owner, text(properties[owner]) ?? '']));
  const given = (properties: Properties): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(readers).flatMap(([name, read]) => (properties[name] === undefined ? [] : [[name, read(properties[name])]])),
    );
  const made = (answer: Members, ctx: ResourceContext): Created => {
    const physicalId = String(answer[id]);
    return { physicalId, attributes: { [id]: physicalId, ...kind.attributes?.(answer, ctx) } };
  };
  return {
    async create(properties, ctx) {
      const answer = await call(`Create${noun}`, { ...ownersIn(properties), ...given(properties) }, ctx);
      ctx.created(String(answer[id]));
      return made(answer, ctx);
    },
    async update(physicalId, properties, previous, ctx) {
      const gone = Object.keys(readers).filter((name) => properties[name] === undefined && previous[name] !== undefined);
      if (kind.tagged) await changeTags(kind.tagged(physicalId, properties), previous.Tags, properties.Tags, ctx);
      const cleared = Object.fromEntries(gone.map((name) => [name, kind.cleared?.(name, previous[name]!, properties)]));
      const { Tags: _, ...changes } = given(properties);
      const maps = Object.entries(merged).flatMap(([name, remover]) => {
        const removed = removedKeys(previous[name], properties[name], remover);
        return removed === undefined ? [] : [[name, { ...removed, ...(changes[name] as object | undefined) }]];
      });
      const input = { ...ownersIn(properties), [id]: physicalId, ...cleared, ...changes, ...Object.fromEntries(maps) };
      return made(await call(`Update${noun}`, input, ctx), ctx);
    },
    async delete(physicalId, properties, ctx) {
      await ignoring(GONE, call(`Delete${noun}`, { ...ownersIn(properties), [id]: physicalId }, ctx));
    },
    async read(physicalId, properties, ctx) {
      const answer = await ignoring(GONE, call(`Get${noun}`, { ...ownersIn(properties), [id]: physicalId }, ctx));
      if (!answer) return undefined;
      const shown = Object.keys(readers)
        .filter((name) => !unread.includes(name))
        .map((name) => [name, kind.shown?.[name] ? kind.shown[name](answer[name], properties[name]) : answer[name]]);
      return { ...readAs(Object.fromEntries(shown)), ...ownersIn(properties), [id]: physicalId };
    },
    async list(filter, NextToken, ctx) {
      const { Items = [], NextToken: next } = (await call(`Get${kind.plural ?? `${noun}s`}`, { ...ownersIn(filter), NextToken }, ctx)) as {
        Items?: readonly Members[];
        NextToken?: string;
      };
      return { items: Items.map((item) => ({ ...ownersIn(filter), [id]: String(item[id]) })), next };
    },
    listNeeds: owners,
    async adopt(identifier, properties, ctx) {
      return made(await call(`Get${noun}`, { ...ownersIn({ ...properties, ...identifier }), [id]: text(identifier[id]) ?? '' }, ctx), ctx);
    },
  };
}

async function changeTags(path: string, before: Value | undefined, after: Value | undefined, ctx: ResourceContext): Promise<void> {
  const ResourceArn = `arn:${partitionOf(ctx.region)}:apigateway:${ctx.region}::${path}`;
  const [old, next] = [textMap(before) ?? {}, textMap(after) ?? {}] as Record<string, string>[];
  const TagKeys = Object.keys(old!).filter((key) => next![key] === undefined);
  if (TagKeys.length > 0) await ctx.call(SERVICE, 'UntagResource', { ResourceArn, TagKeys });
  if (Object.keys(next!).length > 0) await ctx.call(SERVICE, 'TagResource', { ResourceArn, Tags: next! });
}

/** Undefined where no key is taken away. */
function removedKeys(before: Value | undefined, after: Value | undefined, remover: unknown): Readonly<Record<string, unknown>> | undefined {
  const removed = Object.keys(object(before)).filter((key) => object(after)[key] === undefined);
  return removed.length === 0 ? undefined : Object.fromEntries(removed.map((key) => [key, remover]));
}

/** A text that is taken away is set to the empty text. */
export const emptied = (_name: string, before: Value): unknown => (typeof before === 'string' ? '' : undefined);
