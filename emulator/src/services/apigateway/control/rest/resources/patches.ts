// Changes of properties as patch operations, by which the service takes them. Pure.
import type { PatchOperation } from '#model/apigateway';

/** The operations that turn the value `before` into `after`; either is undefined where it is not set. */
export type Patcher = (before: unknown, after: unknown) => PatchOperation[];

type Members = Readonly<Record<string, unknown>>;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
const encoded = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
const membersOf = (value: unknown): Members => (value ?? {}) as Members;
const listOf = (value: unknown): readonly string[] => (value ?? []) as readonly string[];

/** A value of its own; an empty text, or `unset`, takes it away. */
export const value =
  (path: string, unset = ''): Patcher =>
  (before, after) =>
    isSame(before, after) ? [] : [{ op: 'replace', path, value: after === undefined ? unset : textOf(after) }];

/** Entries of a map: `/requestModels/application~1json`. */
export const entries =
  (path: string): Patcher =>
  (before, after) => {
    const [old, next] = [membersOf(before), membersOf(after)];
    const gone = Object.keys(old).filter((name) => !Object.hasOwn(next, name));
    const put = Object.entries(next).filter(([name, each]) => !isSame(old[name], each));
    return [
      ...gone.map((name): PatchOperation => ({ op: 'remove', path: `${path}/${encoded(name)}` })),
      ...put.map(
        ([name, each]): PatchOperation => ({
          op: Object.hasOwn(old, name) ? 'replace' : 'add',
          path: `${path}/${encoded(name)}`,
          value: textOf(each),
        }),
      ),
    ];
  };

/** Items of a list that stand in the values: `/apiStages`. */
export const items =
  (path: string): Patcher =>
  (before, after) => [
    ...listOf(before)
      .filter((each) => !listOf(after).includes(each))
      .map((each): PatchOperation => ({ op: 'remove', path, value: each })),
    ...listOf(after)
      .filter((each) => !listOf(before).includes(each))
      .map((each): PatchOperation => ({ op: 'add', path, value: each })),
  ];

/** Items of a list that stand in the path: `/binaryMediaTypes/image~1png`. */
export const itemPaths =
  (path: string): Patcher =>
  (before, after) => [
    ...listOf(before)
      .filter((each) => !listOf(after).includes(each))
      .map((each): PatchOperation => ({ op: 'remove', path: `${path}/${encoded(each)}` })),
    ...listOf(after)
      .filter((each) => !listOf(before).includes(each))
      .map((each): PatchOperation => ({ op: 'add', path: `${path}/${encoded(each)}` })),
  ];

/** Members of a block, each with a path of its own. */
export const members =
  (patchers: Readonly<Record<string, Patcher>>): Patcher =>
  (before, after) =>
    Object.entries(patchers).flatMap(([name, patch]) => patch(membersOf(before)[name], membersOf(after)[name]));

/** For what only a new resource can have. */
export const never: Patcher = () => [];
