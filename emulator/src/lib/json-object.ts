// Objects of JSON: told from lists, null and plain values, and read from text.

type Members = Readonly<Record<string, unknown>>;

/** True for an object that is no list. `isObject<Block>` is the same test for values of a narrower type. */
export const isObject = <T extends object = Members>(value: unknown): value is T =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object in a text of JSON; undefined where the text is no JSON, or something else. */
export function readObject(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
