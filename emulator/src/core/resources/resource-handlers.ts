// The handlers of a CloudFormation resource type: how one is created, changed, deleted and read by calls to the service that owns it.

export type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };
/** Properties as the template names them, functions evaluated. Numbers and booleans may stand as text: the cloud takes both. */
export type Properties = Readonly<Record<string, Value>>;

/** What Ref and GetAtt give. */
export interface Created {
  /** What `Ref` gives, unless `ref` says otherwise; handed back for update, delete and read. */
  readonly physicalId: string;
  readonly attributes: Readonly<Record<string, Value>>;
  /** What `Ref` gives, where that is not the physical id. */
  readonly ref?: string | undefined;
}

/** What a handler is told of the resource besides the context. */
export interface ResourceSituation {
  readonly logicalId: string;
  /** As the template names it: `Custom::Thing`. */
  readonly typeName: string;
  readonly stack: { readonly id: string; readonly name: string };
  /** A physical name made of the stack's name, the logical id and chance, at most so long: `app-Queue-1A2B3C4D5E6F`. */
  physicalName(longest: number): string;
  /** Says the physical id before the resource is complete, so that a rollback finds what there is. */
  created(physicalId: string): void;
  /** Waits for a key like `wait`, counting as idle meanwhile: for answers that others give. */
  waitIdle(key: string, untilMs: number): Promise<boolean>;
}

/** A page of the things of a type. */
export interface Listed {
  /** At least the properties or attributes that identify each. */
  readonly items: readonly Properties[];
  /** The token of the next page. */
  readonly next?: string | undefined;
}

/** The handlers of a resource type over a context (`C`). Contexts speak of resource types, so this file cannot name theirs: services write `ResourceType`. */
export interface ResourceTypeOver<C> {
  create(properties: Properties, ctx: C & ResourceSituation): Promise<Created>;
  /** Changes in place. A type without it is replaced by any change. A physical id that differs is a replacement: the old one is deleted later. */
  update?(physicalId: string, properties: Properties, previous: Properties, ctx: C & ResourceSituation): Promise<Created>;
  /** A thing that is gone already is a success. */
  delete(physicalId: string, properties: Properties, ctx: C & ResourceSituation): Promise<void>;
  /** The properties as the service has them now, or undefined when the thing is gone. `null`: not set. Those that it cannot tell are left out. */
  read?(physicalId: string, properties: Properties, ctx: C & ResourceSituation): Promise<Properties | undefined>;
  /** Takes over a thing that exists. */
  adopt?(identifier: Properties, properties: Properties, ctx: C & ResourceSituation): Promise<Created>;
  /** Those that there are, page by page; `filter` holds at least the properties that `listNeeds` names. */
  list?(filter: Properties, token: string | undefined, ctx: C & ResourceSituation): Promise<Listed>;
  /** What must be said to have a list: the function whose versions are wanted. */
  readonly listNeeds?: readonly string[];
  /** Decides for properties whose change "may" replace the resource. */
  replaces?(properties: Properties, previous: Properties): boolean;
  /** Properties (`Code.ImageUri` for inner ones) that are known and not honoured, each with the reason. */
  readonly refuse?: Readonly<Record<string, string>>;
  /** Properties that are honoured without being in the resource data, e.g. any property of a custom resource (`*`). */
  readonly open?: boolean;
  /** Means something in a stack only. */
  readonly inStackOnly?: boolean;
}
