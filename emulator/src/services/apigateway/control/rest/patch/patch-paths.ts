// Makers of patch paths: members that are texts, flags, numbers, maps and lists.
import { bad, notFound } from '#services/apigateway/control/rest/faults';
import type { Draft, Patch, PatchPath } from './patch.ts';

type Members = Record<string, unknown>;

const memberOf = (path: string): string => path.split('/')[1]!;
const membersOf = <T>(draft: Draft<T>): Members => draft as unknown as Members;

export function flagOf({ path, value }: Pick<Patch, 'path' | 'value'>): boolean {
  if (value === undefined || !/^(?:true|false)$/i.test(value))
    throw bad(`Invalid patch value '${value ?? null}' for path '${path}'. Must be a boolean`);
  return value.toLowerCase() === 'true';
}

export function numberIn({ path, value }: Pick<Patch, 'path' | 'value'>): number {
  const number = Number(value);
  if (value === undefined || value.trim() === '' || !Number.isFinite(number))
    throw bad(`Invalid patch value '${value ?? null}' for path '${path}'. Must be a number`);
  return number;
}

/** An empty text removes the member. */
export const text = <T>(
  path: string,
  check: (value: string) => void = () => undefined,
  ops: PatchPath<T>['ops'] = ['replace'],
): PatchPath<T> => ({
  path,
  ops,
  apply: (draft, patch) => {
    const value = patch.op === 'remove' ? undefined : patch.value;
    check(value ?? '');
    membersOf(draft)[memberOf(path)] = value || undefined;
  },
});

/** Every value but `true` is false, as recorded of methods and validators. */
export const flag = <T>(path: string): PatchPath<T> => ({
  path,
  ops: ['replace'],
  apply: (draft, { value }) => {
    membersOf(draft)[memberOf(path)] = value?.toLowerCase() === 'true';
  },
});

export const number = <T>(path: string): PatchPath<T> => ({
  path,
  ops: ['replace'],
  apply: (draft, patch) => {
    membersOf(draft)[memberOf(path)] = numberIn(patch);
  },
});

/** `/responseTemplates/{type}`: an entry of a map. A map that loses its last entry is gone. `missing` refuses to replace or remove what is not there. */
export const entry = <T>(path: string, read: (patch: Patch) => unknown = ({ value }) => value ?? '', missing?: string): PatchPath<T> => ({
  path,
  ops: ['add', 'replace', 'remove'],
  apply: (draft, patch) => {
    const members = membersOf(draft);
    const present = (members[memberOf(path)] ?? {}) as Members;
    if (missing !== undefined && patch.op !== 'add' && !Object.hasOwn(present, patch.names[0]!)) throw notFound(missing);
    const { [patch.names[0]!]: _, ...others } = present;
    const entries = patch.op === 'remove' ? others : { ...others, [patch.names[0]!]: read(patch) };
    members[memberOf(path)] = Object.keys(entries).length > 0 ? entries : undefined;
  },
});

/** `/binaryMediaTypes/{type}`: an item of a list, named by the path. An item that replaces another one becomes the last (recorded). */
export const item = <T>(path: string): PatchPath<T> => ({
  path,
  ops: ['add', 'replace', 'remove'],
  apply: (draft, { op, names: [name], value }) => {
    const members = membersOf(draft);
    const before = (members[memberOf(path)] ?? []) as string[];
    if (op === 'add') members[memberOf(path)] = before.includes(name!) ? before : [...before, name!];
    else {
      const others = before.filter((each) => each !== name);
      members[memberOf(path)] = op === 'replace' && others.length < before.length ? [...others, value ?? ''] : others;
    }
  },
});

/** `/authorizationScopes`: a list whose items are the values of the operations. */
export const listValue = <T>(path: string): PatchPath<T> => ({
  path,
  ops: ['add', 'remove'],
  apply: (draft, { op, value }) => {
    const members = membersOf(draft);
    const before = ((members[memberOf(path)] ?? []) as string[]).filter((each) => each !== value);
    members[memberOf(path)] = op === 'add' && value ? [...before, value] : before;
  },
});
