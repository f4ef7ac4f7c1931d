// The document that a transformer makes of an event: fields by paths with dots, three keys deep at most.
import { isObject } from '#lib/json-object';
import { dictionary } from '#lib/table';

export type Fields = Record<string, unknown>;

/** Limit: keys in the path of a field of a transformed event. */
export const MAX_DEPTH = 3;
/** Limit: fields that a transformer takes from one event. */
const MAX_FIELDS = 200;
/** Limit: characters of a transformed event, as of an event. */
export const MAX_TRANSFORMED = 1_048_576;

/** An event that cannot be transformed: it stays as it was put. */
export class NotTransformed extends Error {}

/** Facts about an event that `copyValue` copies: `@logGroupName`. */
export type Metadata = Readonly<Record<string, string>>;

export class EventDocument {
  readonly message: string;
  readonly #metadata: Metadata;
  readonly #root: Fields = dictionary();

  constructor(message: string, metadata: Metadata) {
    this.message = message;
    this.#metadata = metadata;
  }

  /** The value at a path; `@message` is the whole message. Undefined without a field at that path. */
  get(path: string): unknown {
    if (path === '@message') return this.message;
    if (path.startsWith('@') && Object.hasOwn(this.#metadata, path)) return this.#metadata[path];
    let value: unknown = this.#root;
    for (const key of path.split('.')) {
      if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
      value = (value as Fields)[key];
    }
    return value;
  }

  /** The text at a path. @throws NotTransformed without one, for parsers */
  text(path: string): string {
    const value = this.get(path);
    if (typeof value !== 'string') throw new NotTransformed(`${path} is no text`);
    return value;
  }

  /** Makes the objects on the way. Where something else is on the way, nothing changes. */
  set(path: string, value: unknown, overwrites = true): void {
    const keys = path.split('.');
    const last = keys.pop()!;
    let at = this.#root;
    for (const key of keys) {
      if (!Object.hasOwn(at, key)) at[key] = dictionary();
      const next = at[key];
      if (!isObject(next)) return;
      at = next as Fields;
    }
    if (overwrites || !Object.hasOwn(at, last)) at[last] = value;
  }

  delete(path: string): void {
    const keys = path.split('.');
    const last = keys.pop()!;
    const parent = keys.length === 0 ? this.#root : this.get(keys.join('.'));
    if (isObject(parent)) delete (parent as Fields)[last];
  }

  /** Adds fields at the root, or an object of them at a path. */
  merge(fields: Fields, path: string | undefined): void {
    if (path !== undefined) this.set(path, fields);
    else for (const [key, value] of Object.entries(fields)) this.#root[key] = value;
  }

  /** @throws NotTransformed for too many fields, or too long ones */
  json(): string {
    if (Object.keys(this.#root).length > MAX_FIELDS) throw new NotTransformed(`more than ${MAX_FIELDS} fields`);
    const text = JSON.stringify(this.#root);
    if (text.length > MAX_TRANSFORMED) throw new NotTransformed(`more than ${MAX_TRANSFORMED} characters`);
    return text;
  }
}
