// Where two values differ, path by path.
import { isList, isObject, type Json, sameValue } from './json.ts';

export interface Difference {
  readonly path: readonly string[];
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** The deepest paths at which the values differ. Lists of different lengths differ as a whole from the first different item on. */
export function differences(before: Json | undefined, after: Json | undefined, path: readonly string[] = []): Difference[] {
  if (sameValue(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => differences(before[key], after[key], [...path, key]));
  }
  if (isList(before) && isList(after))
    return Array.from({ length: Math.max(before.length, after.length) }, (_, index) =>
      differences(before[index], after[index], [...path, String(index)]),
    ).flat();
  return [{ path, before, after }];
}

export const pathText = (path: readonly string[]): string => `/${path.join('/')}`;
export const kindOf = ({ before, after }: Difference): 'Add' | 'Remove' | 'Modify' =>
  before === undefined ? 'Add' : after === undefined ? 'Remove' : 'Modify';
