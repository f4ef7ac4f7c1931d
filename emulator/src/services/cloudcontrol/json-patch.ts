// JSON Patch (RFC 6902) on JSON Pointers (RFC 6901). It does not change the given document.
import { isList, isObject, type Json, type JsonObject, sameValue } from '#resources/json';

/** Says what is wrong with a patch, or why it cannot be applied. */
export class PatchProblem extends Error {}

const problem = (message: string): PatchProblem => new PatchProblem(message);

/** Parses a patch and applies its operations in order, either all of them or none. */
export function applyPatch(document: Json, text: string): Json {
  let patch: unknown;
  try {
    patch = JSON.parse(text);
  } catch {
    throw problem('PatchDocument is not valid JSON');
  }
  if (!isList(patch)) throw problem('PatchDocument must be a list of operations');
  return patch.reduce<Json>((value, operation, index) => {
    if (!isObject(operation)) throw problem(`[${index}]: an operation must be an object`);
    try {
      return applyOne(value, operation);
    } catch (error) {
      throw error instanceof PatchProblem ? problem(`[${index}]: ${error.message}`) : error;
    }
  }, document);
}

function applyOne(document: Json, operation: JsonObject): Json {
  const path = pointer(operation, 'path');
  const given = (): Json => {
    if (operation.value === undefined) throw problem(`the operation ${String(operation.op)} needs a value`);
    return operation.value;
  };
  switch (operation.op) {
    case 'add':
      return add(document, path, given());
    case 'remove':
      return remove(document, path);
    case 'replace':
      at(document, path);
      return path.length === 0 ? given() : change(document, path, () => given());
    case 'move': {
      const from = pointer(operation, 'from');
      if (path.length > from.length && from.every((part, index) => part === path[index]))
        throw problem(`${pointerText(from)} cannot be moved into itself`);
      return add(remove(document, from), path, at(document, from));
    }
    case 'copy':
      return add(document, path, at(document, pointer(operation, 'from')));
    case 'test':
      if (!same(at(document, path), given())) throw problem(`the value at ${pointerText(path)} is another one`);
      return document;
    default:
      throw problem(`there is no operation ${JSON.stringify(operation.op)}`);
  }
}

/** Compares types, too: `1` is not `"1"`. */
const same = (a: Json, b: Json): boolean => sameValue(a, b) && JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (value: Json): Json =>
  isList(value)
    ? value.map(sorted)
    : isObject(value)
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .map((key) => [key, sorted(value[key]!)]),
        )
      : value;

function pointer(operation: JsonObject, member: 'path' | 'from'): string[] {
  const text = operation[member];
  if (typeof text !== 'string') throw problem(`the operation ${String(operation.op)} needs a ${member}`);
  if (text !== '' && !text.startsWith('/')) throw problem(`${text} is not a JSON pointer: it must begin with /`);
  if (/~(?![01])/.test(text)) throw problem(`${text} is not a JSON pointer: ~ must be written ~0`);
  return text
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const pointerText = (path: readonly string[]): string =>
  path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

function at(document: Json, path: readonly string[]): Json {
  let value: Json | undefined = document;
  for (const part of path) value = inside(value, part);
  if (value === undefined) throw problem(`there is nothing at ${pointerText(path)}`);
  return value;
}

const inside = (value: Json | undefined, part: string): Json | undefined =>
  isList(value)
    ? /^(0|[1-9]\d*)$/.test(part)
      ? value[Number(part)]
      : undefined
    : isObject(value) && Object.hasOwn(value, part)
      ? value[part]
      : undefined;

const add = (document: Json, path: readonly string[], value: Json): Json =>
  path.length === 0
    ? value
    : changeIn(document, path, (parent, last) => {
        if (!isList(parent)) return { ...(parent as JsonObject), [last]: value };
        const index = last === '-' ? parent.length : indexIn(last, parent.length, path);
        return [...parent.slice(0, index), value, ...parent.slice(index)];
      });

function remove(document: Json, path: readonly string[]): Json {
  if (path.length === 0) throw problem('the whole document cannot be removed');
  at(document, path);
  return changeIn(document, path, (parent, last) => {
    if (isList(parent)) return parent.filter((_, index) => index !== Number(last));
    const { [last]: _gone, ...rest } = parent as JsonObject;
    return rest;
  });
}

const change = (document: Json, path: readonly string[], next: () => Json): Json =>
  changeIn(document, path, (parent, last) =>
    isList(parent) ? parent.map((item, index) => (index === Number(last) ? next() : item)) : { ...(parent as JsonObject), [last]: next() },
  );

/** A copy of the document in which `edit` has changed the list or object that holds the last part of the path. */
function changeIn(document: Json, path: readonly string[], edit: (parent: Json, last: string) => Json): Json {
  const [first, ...rest] = path;
  if (!isList(document) && !isObject(document)) throw problem(`there is nothing that could hold ${pointerText(path)}`);
  if (rest.length === 0) return edit(document, first!);
  const inner = inside(document, first!);
  if (inner === undefined) throw problem(`there is nothing at /${first}`);
  const changed = changeIn(inner, rest, edit);
  return isList(document) ? document.map((item, index) => (index === Number(first) ? changed : item)) : { ...document, [first!]: changed };
}

function indexIn(part: string, length: number, path: readonly string[]): number {
  if (!/^(0|[1-9]\d*)$/.test(part) || Number(part) > length) throw problem(`${pointerText(path)} is outside of its list`);
  return Number(part);
}
