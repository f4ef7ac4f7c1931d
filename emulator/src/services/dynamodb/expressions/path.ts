// Reads the value at a document path.
import { attribute, type Item, type Value } from '#services/dynamodb/engine/value';
import type { PathPart } from './syntax.ts';

/** A path whose names are those of attributes. */
export type AttributePath = readonly PathPart[];

export function valueAt(item: Item, path: AttributePath): Value | undefined {
  let value = attribute(item, path[0] as string);
  for (let at = 1; at < path.length && value !== undefined; at++) {
    const part = path[at]!;
    if (typeof part === 'number') value = value.L?.[part];
    else value = value.M && attribute(value.M, part);
  }
  return value;
}

/** The name of the attribute that holds the path. */
export const headOf = (path: AttributePath): string => path[0] as string;
