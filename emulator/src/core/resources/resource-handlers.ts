// The handlers of a CloudFormation resource type: they create, update, delete and read a resource by calls to the service that owns it.

export type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };
/** Properties by their names in the template, functions evaluated. Numbers and booleans may be text: the cloud accepts both. */
export type Properties = Readonly<Record<string, Value>>;

/** The results of Ref and GetAtt. */
export interface Created {
  /** The result of `Ref`, unless `ref` is set; passed back to update, delete and read. */
  readonly physicalId: string;
  readonly attributes: Readonly<Record<string, Value>>;
  /** The result of `Ref`, where it is not the physical id. */
  readonly ref?: string | undefined;
  /** The request whose answer gave the attributes, where messages name it: custom resources. */
  readonly requestId?: string | undefined;
}

/** The resource that a handler works on, besides the context. */
export interface ResourceSituation {
  readonly logicalId: string;
  /** The type's name in the template: `Custom::Thing`. */
  readonly typeName: string;
  readonly stack: { readonly id: string; readonly name: string };
  /** A physical name from the stack's name, the logical id and random characters, at most `longest` long: `app-Queue-1A2B3C4D5E6F`. `first` takes the place of the stack's name. */
  physicalName(longest: number, first?: string): string;
  /** Reports the physical id before the resource is complete, so that a rollback finds what exists already. */
  created(physicalId: string): void;
  /** Like `wait`, but the run counts as idle meanwhile: for answers that depend on others. */
  waitIdle(key: string, untilMs: number): Promise<boolean>;
}

/** A page of the existing resources of a type. */
export interface Listed {
  /** For each resource at least the properties or attributes that identify it. */
  readonly items: readonly Properties[];
  /** The token of the next page. */
  readonly next?: string | undefined;
}

/** The handlers of a resource type. `C` stands for Ctx, which refers to this file and cannot be imported: services write `ResourceType`. */
export interface ResourceTypeOver<C> {
  create(properties: Properties, ctx: C & ResourceSituation): Promise<Created>;
  /** Changes in place; where absent, any change replaces the resource. Another physical id replaces: the old one is deleted later. */
  update?(physicalId: string, properties: Properties, previous: Properties, ctx: C & ResourceSituation): Promise<Created>;
  /** Succeeds when the resource is gone already. */
  delete(physicalId: string, properties: Properties, ctx: C & ResourceSituation): Promise<void>;
  /** The service's present values, or undefined when the resource is gone. `null`: not set. Leaves out what the service cannot return. */
  read?(physicalId: string, properties: Properties, ctx: C & ResourceSituation): Promise<Properties | undefined>;
  /** Takes over an existing resource. */
  adopt?(identifier: Properties, properties: Properties, ctx: C & ResourceSituation): Promise<Created>;
  /** Lists the existing resources, page by page; `filter` holds at least the properties that `listNeeds` names. */
  list?(filter: Properties, token: string | undefined, ctx: C & ResourceSituation): Promise<Listed>;
  /** Properties that a list requires, e.g. the function whose versions are listed. */
  readonly listNeeds?: readonly string[];
  /** The properties whose change replaces the resource with these values, besides the properties that the resource data says always do. */
  replaces?(properties: Properties, previous: Properties): readonly string[];
  /** Properties (`Code.ImageUri` for nested ones) that are known and not honoured, each with the reason. */
  readonly refuse?: Readonly<Record<string, string>>;
  /** The type honours properties that are not in the resource data, e.g. any property of a custom resource (`*`). */
  readonly open?: boolean;
  /** Its resources are records: nothing happens because of them. */
  readonly isRecord?: boolean;
  /** The type makes sense in a stack only. */
  readonly inStackOnly?: boolean;
}
