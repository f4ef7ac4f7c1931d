// Makes the handlers of a CloudFormation resource type from a description of the service's operations (`CrudKind`).
import type { CrudKind, CrudSetting, ToldTags } from './crud-kind.ts';
import type { Created, Properties, Value } from './resource-handlers.ts';
import { ignoring, type KeyValue, tagChanges, text } from './resource-properties.ts';
import { asMembers, readAs } from './resource-shape.ts';
import type { ResourceContext, ResourceType } from './resource-type.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * The handlers of a type whose resources are plain: each property is a member of the inputs of creation and update, a setting with operations of its
 * own, or the tags. A type that does more takes the handlers and replaces some: `{ ...crudType({ … }), update }`.
 *
 * @example
 * import type { ResourceType } from '#core/resources/resource-type';
 * import { number } from '#core/resources/resource-properties';
 *
 * export const resource: ResourceType = crudType({
 *   id: 'ArchiveName',
 *   newName: 48,
 *   gone: ['ResourceNotFoundException'],
 *   properties: { Description: text, RetentionDays: number },
 *   create: (ArchiveName, given, { SourceArn }, ctx) =>
 *     ctx.call('events', 'CreateArchive', { ArchiveName, EventSourceArn: text(SourceArn)!, ...given }),
 *   find: (ArchiveName, _properties, ctx) => ctx.call('events', 'DescribeArchive', { ArchiveName }),
 *   update: (ArchiveName, given, _change, ctx) => ctx.call('events', 'UpdateArchive', { ArchiveName, ...given }),
 *   delete: (ArchiveName, _properties, ctx) => ctx.call('events', 'DeleteArchive', { ArchiveName }),
 *   attributes: ({ ArchiveArn: Arn }) => ({ Arn }),
 * });
 */
export function crudType<G extends object, A, F extends object, L = never>(kind: CrudKind<G, A, F, L>): ResourceType {
  const { id: idName, settings = [], changes = [], tags, listNeeds = [] } = kind;
  const names = Object.keys(kind.properties).filter((name) => !kind.unread?.includes(name as keyof G));
  const cleared: Members = { ...kind.cleared };

  const found = async (id: string, properties: Properties, ctx: ResourceContext): Promise<F> => {
    const answer = await kind.find(id, properties, ctx);
    if (answer === undefined) throw new Error(`${ctx.typeName} with identifier ${id} does not exist.`);
    return answer;
  };
  const made = (id: string, answer: F | undefined, ctx: ResourceContext): Created => {
    const others = answer && kind.attributes ? asMembers(kind.attributes(answer, id, ctx)) : {};
    return { physicalId: id, attributes: kind.idOf ? { [idName]: id, ...others } : others };
  };

  return {
    ...(kind.refuse && { refuse: kind.refuse }),
    ...(kind.replaces && { replaces: kind.replaces }),
    async create(properties, ctx) {
      const name = text(properties[idName]) ?? newName(kind.newName, ctx);
      if (kind.refusesExisting && (await ignoring(kind.gone, kind.find(name, properties, ctx))))
        throw new Error(`Resource of type '${ctx.typeName}' with identifier '${name}' already exists.`);
      const answer = await kind.create(name, given(kind, properties), properties, ctx);
      const id = kind.idOf ? kind.idOf(answer) : name;
      ctx.created(id);
      await applyAll(settings, id, properties, {}, ctx);
      return made(id, kind.attributes && (await found(id, properties, ctx)), ctx);
    },
    ...((kind.update || tags || settings.length + changes.length > 0) && {
      async update(id, properties, previous, ctx) {
        const next = given(kind, properties, previous);
        if (kind.update === 'create') await kind.create(id, next, properties, ctx);
        else await kind.update?.(id, next, { properties, previous }, ctx);
        await applyAll([...changes, ...settings], id, properties, previous, ctx);
        const answer = kind.attributes || tags ? await found(id, properties, ctx) : undefined;
        const { put, remove } = tagChanges(previous.Tags, properties.Tags);
        if (tags && remove.length > 0) await tags.remove(id, remove, answer!, ctx);
        if (tags && put.length > 0) await tags.put(id, put, answer!, ctx);
        return made(id, answer, ctx);
      },
    }),
    async delete(id, properties, ctx) {
      if (kind.isEmptiedFirst && (await ignoring(kind.gone, kind.find(id, properties, ctx))))
        await applyAll(settings, id, {}, properties, ctx);
      await ignoring(kind.gone, kind.delete(id, properties, ctx));
    },
    async read(id, properties, ctx) {
      const answer = await ignoring(kind.gone, kind.find(id, properties, ctx));
      if (answer === undefined) return undefined;
      const told = answer as Members;
      const plain = Object.fromEntries(
        names.map((name) => {
          const value = told[kind.memberOf?.(name) ?? name];
          return [name, value === cleared[name] ? undefined : value];
        }),
      );
      const shown = await kind.shown?.(answer, properties, id, ctx);
      return readAs({ [idName]: id, ...plain, ...shown, ...(tags && { Tags: tagsOf(await tags.told(answer, id, ctx)) }) });
    },
    ...(kind.list && {
      listNeeds,
      async list(filter, token, ctx) {
        const page = await kind.list!(token, filter, ctx);
        const owner = Object.fromEntries(listNeeds.map((name) => [name, filter[name]!]));
        const items = (kind.listed!(page) ?? []).map((id = '') => ({ ...owner, [idName]: id }));
        return { items, next: nextOf(page) };
      },
    }),
    async adopt(identifier, properties, ctx) {
      const id = text(identifier[idName]) ?? '';
      return made(id, await found(id, { ...properties, ...identifier }, ctx), ctx);
    },
  };
}

const newName = (rule: number | ((ctx: ResourceContext) => string) | undefined, ctx: ResourceContext): string =>
  typeof rule === 'function' ? rule(ctx) : rule === undefined ? '' : ctx.physicalName(rule);

/** The members of an input. In an update, a property that was removed has the value that clears it. */
function given<G extends object>(
  { properties, cleared }: Pick<CrudKind<G, unknown, object, unknown>, 'properties' | 'cleared'>,
  next: Properties,
  before: Properties = {},
): G {
  const members = Object.entries<(value: Value | undefined) => unknown>(properties).map(([name, read]) => {
    // A list that is given neither now nor before is no empty list, which many operations take for a choice.
    if (next[name] === undefined && before[name] === undefined) return [name, undefined];
    const value = read(next[name]);
    return [name, value === undefined && before[name] !== undefined ? (cleared as Members | undefined)?.[name] : value];
  });
  return Object.fromEntries(members) as G;
}

/** The tags in the form of templates; undefined if there are none. Services have three names for the members of a tag. */
function tagsOf(told: ToldTags = {}): KeyValue[] | undefined {
  const pairs = Array.isArray(told)
    ? (told as Record<string, string>[]).map((tag) => [
        tag['Key'] ?? tag['key'] ?? tag['TagKey'],
        tag['Value'] ?? tag['value'] ?? tag['TagValue'],
      ])
    : Object.entries(told);
  return pairs.length > 0 ? pairs.map(([Key = '', Value = '']) => ({ Key, Value })) : undefined;
}

/** Services name the token of the next page in four ways. */
function nextOf(page: unknown): string | undefined {
  const { NextToken, nextToken, NextMarker, Marker } = page as Readonly<Record<string, string | undefined>>;
  return NextToken ?? nextToken ?? NextMarker ?? Marker;
}

async function applyAll(settings: readonly CrudSetting[], ...[id, next, before, ctx]: Parameters<CrudSetting>): Promise<void> {
  for (const setting of settings) await setting(id, next, before, ctx);
}

/** A property with operations of its own: `put` sets another value than the earlier one, `remove` takes away a value that the template gives no longer. */
export const crudSetting =
  <T>(
    property: string,
    read: (value: Value | undefined) => T | undefined,
    put: (id: string, value: T, ctx: ResourceContext) => Promise<unknown>,
    remove: (id: string, ctx: ResourceContext) => Promise<unknown>,
  ): CrudSetting =>
  async (id, next, before, ctx) => {
    const [value, old] = [read(next[property]), read(before[property])];
    if (JSON.stringify(value) !== JSON.stringify(old)) await (value === undefined ? remove(id, ctx) : put(id, value, ctx));
  };
