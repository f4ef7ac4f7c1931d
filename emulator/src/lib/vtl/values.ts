// The values of mapping templates: Java's types as far as templates can tell them apart.

/** A `double`, which prints its point: `1.0`. Plain numbers are whole. */
export class Double {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** A list. Lists that come from JSON print as JSON, lists that a template writes as `[a, b]` (recorded). */
export class List {
  readonly items: Value[];
  readonly isJson: boolean;
  constructor(items: Value[], { isJson = false }: { readonly isJson?: boolean } = {}) {
    this.items = items;
    this.isJson = isJson;
  }
}

/** An entry of a map, as `entrySet` lists them. */
export class Entry {
  readonly key: string;
  readonly value: Value;
  constructor(key: string, value: Value) {
    this.key = key;
    this.value = value;
  }
}

/** The body of `#define`: runs wherever the variable is read. */
export class Block {
  readonly program: Program;
  constructor(program: Program) {
    this.program = program;
  }
}

export type HostMethod = (args: readonly Value[], budget: Budget) => Value;

/** An object that the gateway hands to templates: `$input`, `$util`. */
export interface HostObject {
  readonly host: true;
  /** Printed where the object itself is printed. */
  readonly text: string;
  readonly methods: Readonly<Record<string, HostMethod>>;
  read(name: string): Value;
}

/** A map of the gateway's own, which prints as nothing. */
export class SilentMap extends Map<string, Value> {}

/** Objects keep the order of their members. */
export type ValueMap = Map<string, Value>;

export type Value = null | undefined | string | boolean | number | bigint | Double | List | Entry | Block | ValueMap | HostObject;

/** Counts the work of one rendering. */
export interface Budget {
  /** @throws TemplateError when the steps of this rendering are used up */
  spend(steps: number): void;
}

/** The operations of programs on the rendering that they belong to. */
export interface RenderingState extends Budget {
  readonly variables: Map<string, Value>;
  /** Set by `#break` until the loop has ended. */
  broken: boolean;
  write(text: string): void;
  /** Runs the program apart, and returns what it prints. */
  apart(program: Program): string;
  /** Runs the body of a macro or a block, which may call itself. */
  nested(name: string, program: Program): void;
  /** Gives these variables other values while `run` runs. */
  within(names: readonly string[], run: () => void): void;
}

export type Program = (rendering: RenderingState) => void;

export const isHost = (value: Value): value is HostObject => typeof value === 'object' && value !== null && 'host' in value;

export function numberOf(value: Value): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  return value instanceof Double ? value.value : undefined;
}

/** Plain data (strings, numbers, lists, records) as a value of templates. `isJson`: its lists print as JSON. */
export function toValue(data: unknown, isJson = true): Value {
  if (Array.isArray(data))
    return new List(
      data.map((item) => toValue(item, isJson)),
      { isJson },
    );
  if (typeof data === 'number') return Number.isInteger(data) ? data : new Double(data);
  if (typeof data !== 'object' || data === null) return data as Value;
  const members: ValueMap = new Map();
  for (const name of Object.keys(data)) members.set(name, toValue((data as Readonly<Record<string, unknown>>)[name], isJson));
  return members;
}
