// Payload templates of path states: members whose names end in `.$` hold a path or an intrinsic function, at any depth.

import type { Chance } from './chance.ts';
import { NothingAtPath, PathError } from './faults.ts';
import { evaluateIntrinsic } from './intrinsics/evaluate-intrinsic.ts';
import { type IntrinsicCall, parseIntrinsic } from './intrinsics/parse-intrinsic.ts';
import { isList, isObject, type Json, type JsonObject, setMember } from './json.ts';
import { parsePath } from './paths/path-parser.ts';
import { type PathRoots, readPath } from './paths/read-path.ts';

const DYNAMIC = '.$';

export const isDynamicName = (name: string): boolean => name.endsWith(DYNAMIC);
export const isIntrinsicText = (text: string): boolean => text.startsWith('States.');

/** The template with its dynamic members replaced by what they select. */
export function fillTemplate(template: Json, roots: PathRoots, chance: Chance): Json {
  if (isList(template)) return template.map((element) => fillTemplate(element, roots, chance));
  if (!isObject(template)) return template;
  return fillObject(template, roots, chance);
}

export function fillObject(template: JsonObject, roots: PathRoots, chance: Chance): JsonObject {
  const filled: Record<string, Json> = {};
  for (const [name, value] of Object.entries(template)) {
    if (isDynamicName(name)) setMember(filled, name.slice(0, -DYNAMIC.length), selectDynamic(String(value), name, roots, chance));
    else setMember(filled, name, fillTemplate(value, roots, chance));
  }
  return filled;
}

/**
 * The value of one path or intrinsic function. `field` names it in the message.
 * @throws PathError where it selects nothing, IntrinsicError
 */
export function selectDynamic(text: string, field: string, roots: PathRoots, chance: Chance): Json {
  try {
    if (isIntrinsicText(text)) return evaluateIntrinsic(parseIntrinsic(text) as IntrinsicCall, roots, chance);
    const value = readPath(parsePath(text), roots);
    if (value !== undefined) return value;
    throw new NothingAtPath(text);
  } catch (error) {
    if (!(error instanceof NothingAtPath)) throw error;
    const input = JSON.stringify(error.path.startsWith('$$') ? roots.context() : roots.$);
    throw new PathError(`The JSONPath '${error.path}' specified for the field '${field}' could not be found in the input '${input}'`);
  }
}
