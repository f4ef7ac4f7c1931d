// Writes a value at a reference path. Objects that are missing on the way are made; what changes is copied, and nothing else.
import { PathError } from '#services/states/language/faults';
import { isList, isObject, type Json, setMember } from '#services/states/language/json';
import { isReferencePath, type PathStep } from './path.ts';
import { parsePath } from './path-parser.ts';

/** @throws PathError where the path is no reference path, or an index belongs to a value that is no list */
export function writePath(text: string, into: Json, value: Json): Json {
  const path = parsePath(text);
  if (!isReferencePath(path)) throw new PathError(`Invalid path '${text}' : it must be a reference path`);
  return put(into, path.steps, 0, value, text);
}

function put(into: Json | undefined, steps: readonly PathStep[], at: number, value: Json, text: string): Json {
  const step = steps[at];
  if (step === undefined) return value;
  if (step.kind === 'names') {
    const name = step.names[0]!;
    const before = isObject(into) ? into : {};
    const changed: Record<string, Json> = { ...before };
    setMember(changed, name, put(Object.hasOwn(before, name) ? before[name] : undefined, steps, at + 1, value, text));
    return changed;
  }
  const index = step.kind === 'indexes' ? step.indexes[0]! : -1;
  // The cloud's text; its second half tells the input.
  if (!isList(into) || index < 0 || index >= into.length)
    throw new PathError(`Unable to apply ReferencePath ${text} to input ${JSON.stringify(into)}`);
  const changed = into.slice();
  changed[index] = put(into[index], steps, at + 1, value, text);
  return changed;
}
