// The description of a CloudFormation resource type whose handlers only create, find, update, delete and list: `crudType` makes the handlers.
import type { Properties, Value } from './resource-handlers.ts';
import type { KeyValue } from './resource-properties.ts';
import type { ResourceContext, ResourceType } from './resource-type.ts';

type Shown = Readonly<Record<string, unknown>>;

/** `G` has the values of `properties`, `A` is the answer of the creation, `F` what the service tells of a resource, `L` a page of its list. */
export interface CrudKind<G extends object, A, F, L> extends Pick<ResourceType, 'listNeeds' | 'refuse' | 'replaces'> {
  /** The property or attribute that identifies a resource: its value is the physical id. */
  readonly id: string;
  /** The length of the longest name that is made for a resource without a name, or what makes the name. Undefined if `id` is required, or an attribute. */
  readonly newName?: number | ((ctx: ResourceContext) => string);
  /** The codes of faults that say that the resource does not exist. */
  readonly gone: readonly string[];
  /**
   * Reads the properties that the inputs of operations take. A template's other properties belong to `id`, `settings`, `tags` or `create` alone.
   * Readers that `shape`, `must` and the like make are constants of the file: written here, their types are not inferred.
   */
  readonly properties: { readonly [K in keyof G]: (value: Value | undefined) => G[K] };
  /** The values that an update sends for properties that the template gives no longer. A service that tells such a value tells that none is set. */
  readonly cleared?: Partial<NoInfer<G>>;
  /** `name` is the value of the property `id`, given or made; empty where `id` is an attribute. */
  create(name: string, given: NoInfer<G>, properties: Properties, ctx: ResourceContext): Promise<A>;
  /** The physical id, where the service chooses it; it is an attribute then. */
  idOf?(answer: A): string;
  /** Undefined, or a fault of `gone`, if the resource does not exist. */
  find(id: string, properties: Properties, ctx: ResourceContext): Promise<F | undefined>;
  /** `create` if the creation changes what exists, too. */
  readonly update?: 'create' | ((id: string, given: NoInfer<G>, change: CrudChange, ctx: ResourceContext) => Promise<unknown>);
  delete(id: string, properties: Properties, ctx: ResourceContext): Promise<unknown>;
  /** Attributes besides an id that the service chooses. Members that are undefined are left out. */
  attributes?(found: F, id: string, ctx: ResourceContext): Shown;
  /** The member of `found` that tells a property; by default it has the property's name. */
  memberOf?(property: string): string;
  /** Present values of properties, besides the id, the tags, and the members of `found` for `properties`. Undefined: not set. */
  shown?(found: F, given: Properties, id: string, ctx: ResourceContext): Shown | Promise<Shown>;
  /** Properties that the service does not tell. */
  readonly unread?: readonly (keyof NoInfer<G>)[];
  /** A creation that would change a resource that exists is refused, for operations that put. */
  readonly refusesExisting?: boolean;
  readonly settings?: readonly CrudSetting[];
  /** Settings that the creation takes: they are called after an update only. */
  readonly changes?: readonly CrudSetting[];
  /** A resource that exists loses its settings before it is deleted, because the service refuses to delete it with them. */
  readonly isEmptiedFirst?: boolean;
  readonly tags?: CrudTags<NoInfer<F>>;
  /** A page of the existing resources; `filter` holds the properties of `listNeeds`, which belong to each resource of the page. */
  list?(token: string | undefined, filter: Properties, ctx: ResourceContext): Promise<L>;
  /** The physical ids on a page. */
  listed?(page: L): readonly (string | undefined)[] | undefined;
}

/** The properties of a template before and after an update. */
export interface CrudChange {
  readonly properties: Properties;
  readonly previous: Properties;
}

/** Sets a property that has operations of its own. It is called after the creation, with an empty `before`, and after an update. */
export type CrudSetting = (id: string, next: Properties, before: Properties, ctx: ResourceContext) => Promise<unknown>;

/** Operations on the tags of a resource, which are the property `Tags`. */
export interface CrudTags<F> {
  /** The tags that the service tells. */
  told(found: F, id: string, ctx: ResourceContext): Promise<ToldTags> | ToldTags;
  put(id: string, tags: readonly KeyValue[], found: F, ctx: ResourceContext): Promise<unknown>;
  remove(id: string, keys: readonly string[], found: F, ctx: ResourceContext): Promise<unknown>;
}

/** The lists of the services, `{ TagKey, TagValue }` and `{ key, value }` among them, or an object by key. */
export type ToldTags = readonly object[] | Readonly<Record<string, string>> | undefined;
