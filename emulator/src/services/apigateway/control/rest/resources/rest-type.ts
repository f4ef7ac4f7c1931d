// Resource types of REST APIs, which differ in their names and properties only: handlers by calls of Create…, Update…, Get…, Delete…, where an update
// is a list of patch operations.
import type { Created, Properties, Value } from '#core/resources/resource-handlers';
import { ignoring, tagChanges, tagMap, text } from '#core/resources/resource-properties';
import { readAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { partitionOf } from '#lib/arn';
import type { Patcher } from './patches.ts';

export const SERVICE = 'apigateway';
export const GONE = ['NotFoundException'];

export type Members = Readonly<Record<string, unknown>>;

export interface RestProperty {
  readonly read: (value: Value | undefined) => unknown;
  /** The member of inputs and answers, where it is not the property's name with a small letter. */
  readonly member?: string;
  readonly patch: Patcher;
  /** The service does not tell it. */
  readonly isUnread?: true;
  /** From the service's answer, where it has another form there. */
  readonly shown?: (answer: Members, given: Value | undefined) => unknown;
}

export interface RestKind {
  /** `Model`: the operations are CreateModel, GetModel, UpdateModel, DeleteModel. */
  readonly noun: string;
  /** More members of the input that reads it. */
  readonly reading?: Members;
  /** In place of `Create`. */
  readonly create?: 'Put' | 'Generate';
  /** Properties that name what it belongs to: `RestApiId`. */
  readonly owners: readonly string[];
  /** The member that names it in inputs: `modelName`. */
  readonly key: string;
  /** Its name in the service's answers, which is the physical id. */
  readonly idOf: (answer: Members) => string;
  /** The attribute that is its id. */
  readonly idAttribute?: string;
  readonly properties: Readonly<Record<string, RestProperty>>;
  /** Attributes besides. */
  readonly attributes?: (answer: Members, ctx: ResourceContext) => Readonly<Record<string, Value>>;
  /** The path of its ARN (`/restapis/ID`), where it has tags. */
  readonly tagged?: (physicalId: string, properties: Properties) => string;
  /** Lists by `Get<plural>`. */
  readonly plural: string;
  /** The property that identifies it in lists, where no attribute does. */
  readonly listedAs?: string;
}

export const small = (name: string): string => name[0]!.toLowerCase() + name.slice(1);
export const callRest = (operation: string, input: object, ctx: ResourceContext): Promise<Members> =>
  ctx.callNamed(SERVICE, operation, input) as Promise<Members>;

export const ownersIn = (owners: readonly string[], properties: Properties): Record<string, string> =>
  Object.fromEntries(owners.map((owner) => [small(owner), text(properties[owner]) ?? '']));

/** The input of a creation. */
export function inputOf(properties: Properties, readers: RestKind['properties']): Record<string, unknown> {
  const given = Object.entries(readers).filter(([name]) => properties[name] !== undefined);
  return Object.fromEntries(given.map(([name, { read, member }]) => [member ?? small(name), read(properties[name])]));
}

export const patchesOf = (properties: Properties, previous: Properties, readers: RestKind['properties']) =>
  Object.entries(readers).flatMap(([name, { read, patch }]) => {
    const setOf = (given: Properties) => (given[name] === undefined ? undefined : read(given[name]));
    return patch(setOf(previous), setOf(properties));
  });

export function propertiesOf(answer: Members, readers: RestKind['properties'], given: Properties): Record<string, unknown> {
  const read = Object.entries(readers).filter(([, { isUnread }]) => !isUnread);
  return Object.fromEntries(
    read.map(([name, { member, shown }]) => [name, shown ? shown(answer, given[name]) : answer[member ?? small(name)]]),
  );
}

export function restType(kind: RestKind): ResourceType {
  const { noun, owners, key, idOf, idAttribute } = kind;
  const named = (id: string, properties: Properties) => ({ ...ownersIn(owners, properties), [key]: id });
  const made = (answer: Members, ctx: ResourceContext): Created => {
    const physicalId = idOf(answer);
    return { physicalId, attributes: { ...(idAttribute && { [idAttribute]: physicalId }), ...kind.attributes?.(answer, ctx) } };
  };
  return {
    async create(properties, ctx) {
      const tags = kind.tagged && properties.Tags !== undefined ? { tags: tagMap(properties.Tags) } : {};
      const input = { ...ownersIn(owners, properties), ...inputOf(properties, kind.properties), ...tags };
      const answer = await callRest(`${kind.create ?? 'Create'}${noun}`, input, ctx);
      ctx.created(idOf(answer));
      return made(answer, ctx);
    },
    async update(id, properties, previous, ctx) {
      if (kind.tagged) await changeTags(kind.tagged(id, properties), previous.Tags, properties.Tags, ctx);
      const patchOperations = patchesOf(properties, previous, kind.properties);
      const name = named(id, properties);
      const changes = patchOperations.length > 0;
      return made(await callRest(`${changes ? 'Update' : 'Get'}${noun}`, changes ? { ...name, patchOperations } : name, ctx), ctx);
    },
    async delete(id, properties, ctx) {
      await ignoring(GONE, callRest(`Delete${noun}`, named(id, properties), ctx));
    },
    async read(id, properties, ctx) {
      const answer = await ignoring(GONE, callRest(`Get${noun}`, { ...named(id, properties), ...kind.reading }, ctx));
      if (!answer) return undefined;
      const ownerProperties = Object.fromEntries(owners.map((owner) => [owner, text(properties[owner]) ?? '']));
      const tags = kind.tagged
        ? { Tags: Object.entries((answer['tags'] ?? {}) as Record<string, string>).map(([Key, Value]) => ({ Key, Value })) }
        : {};
      const id_ = idAttribute ? { [idAttribute]: id } : {};
      return { ...readAs({ ...propertiesOf(answer, kind.properties, properties), ...tags }), ...ownerProperties, ...id_ };
    },
    async list(filter, position, ctx) {
      const answer = await callRest(`Get${kind.plural}`, { ...ownersIn(owners, filter), position }, ctx);
      const found = (answer['items'] ?? []) as readonly Members[];
      const ownerProperties = Object.fromEntries(owners.map((owner) => [owner, text(filter[owner]) ?? '']));
      const name = idAttribute ?? kind.listedAs ?? '';
      return { items: found.map((item) => ({ ...ownerProperties, [name]: idOf(item) })), next: answer['position'] as string | undefined };
    },
    listNeeds: owners,
    async adopt(identifier, properties, ctx) {
      const id = text(identifier[idAttribute ?? kind.listedAs ?? '']) ?? '';
      return made(await callRest(`Get${noun}`, named(id, { ...properties, ...identifier }), ctx), ctx);
    },
  };
}

export async function changeTags(path: string, before: Value | undefined, after: Value | undefined, ctx: ResourceContext): Promise<void> {
  const resourceArn = `arn:${partitionOf(ctx.region)}:apigateway:${ctx.region}::${path}`;
  const { put, remove } = tagChanges(before, after);
  if (remove.length > 0) await ctx.call(SERVICE, 'UntagResource', { resourceArn, tagKeys: remove });
  if (put.length > 0)
    await ctx.call(SERVICE, 'TagResource', { resourceArn, tags: Object.fromEntries(put.map(({ Key, Value: of }) => [Key, of])) });
}
