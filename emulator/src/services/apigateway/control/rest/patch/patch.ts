// The patch dialect: operations on paths, in order, all or nothing. Values are texts; `~1` stands for a slash within a part of a path.
// https://docs.aws.amazon.com/apigateway/latest/api/patch-operations.html
import type { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { PatchOperation } from '#model/apigateway';
import { bad } from '#services/apigateway/control/rest/faults';

type Op = 'add' | 'replace' | 'remove';

export interface Patch {
  readonly op: Op;
  readonly path: string;
  /** The parts of the path that stand for `{…}`, decoded. */
  readonly names: readonly string[];
  readonly value: string | undefined;
}

/** A copy that may be changed. */
export type Draft<T> = T extends (infer U)[] | readonly (infer U)[]
  ? Draft<U>[]
  : T extends object
    ? { -readonly [K in keyof T]: Draft<T[K]> }
    : T;

export interface PatchPath<T> {
  /** `/name`, `/requestParameters/{name}` */
  readonly path: string;
  readonly ops: readonly Op[];
  /** Refuses other operations, where that is not the sentence that lists `ops`. */
  readonly refusal?: string;
  apply(draft: Draft<T>, patch: Patch): void;
}

/** How a resource refuses paths that it does not know: several dialects were recorded. */
export type Refusals = 'listed' | 'plain' | 'path';

const OPS: ReadonlySet<string> = new Set<Op>(['add', 'replace', 'remove']);

/** The record after all operations. @throws BadRequestException, and whatever the paths throw */
export function patched<T extends object>(
  record: Frozen<T>,
  operations: readonly PatchOperation[] | undefined,
  paths: readonly PatchPath<T>[],
  refusals: Refusals,
): T {
  const draft = structuredClone(record) as unknown as Draft<T>;
  for (const { op = '', path, value } of operations ?? []) {
    if (path === undefined) throw bad('Invalid patch path null');
    const matching = paths.map((each) => ({ each, names: namesIn(each.path, path) })).filter(({ names }) => names !== undefined);
    const chosen = matching.find(({ each }) => each.ops.includes(op as Op));
    if (!chosen || !OPS.has(op)) {
      const own = matching.find(({ each }) => each.refusal !== undefined)?.each.refusal;
      if (own !== undefined) throw bad(own);
      const supported = matching.flatMap(({ each }) => each.ops);
      throw refusals === 'listed' ? listedRefusal(op, path, paths) : plainRefusal(path, refusals === 'path' ? [] : supported);
    }
    chosen.each.apply(draft, { op: op as Op, path, names: chosen.names!, value });
  }
  return draft as unknown as T;
}

/** Two blanks, as recorded. */
function listedRefusal(op: string, path: string, paths: readonly { readonly path: string; readonly ops: readonly Op[] }[]): Fault {
  const known = paths.filter(({ ops }) => ops.includes(op as Op)).map((each) => each.path);
  const reason = known.length === 0 ? 'Please choose supported operations' : `Must be one of: [${known.join(', ')}]`;
  return bad(`Invalid patch path  '${path}' specified for op '${op}'. ${reason}`);
}

function plainRefusal(path: string, supported: readonly Op[]): Fault {
  if (supported.length === 0) return bad(`Invalid patch path ${path}`);
  const ops = (['add', 'replace', 'remove'] as const).filter((op) => supported.includes(op));
  return bad(`Invalid patch operation specified. Must be one of: [${ops.join(', ')}]`);
}

export const decodePart = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** The parts of the path at the `{…}` of the pattern, of which a `{…+}` takes any number; undefined where the path does not match it. */
export function namesIn(pattern: string, path: string): readonly string[] | undefined {
  const wanted = pattern.split('/');
  const given = joinGreedy(wanted, path.split('/'));
  if (wanted.length !== given.length) return undefined;
  const names: string[] = [];
  for (const [index, part] of wanted.entries()) {
    if (part.startsWith('{')) names.push(decodePart(given[index]!));
    else if (part !== given[index]) return undefined;
  }
  return names;
}

/** The given parts, with the parts that the pattern's `{…+}` stands for joined to one. */
function joinGreedy(wanted: readonly string[], given: readonly string[]): readonly string[] {
  const greedy = wanted.findIndex((part) => part.endsWith('+}'));
  const count = given.length - wanted.length + 1;
  if (greedy === -1 || count < 1) return given;
  return [...given.slice(0, greedy), given.slice(greedy, greedy + count).join('/'), ...given.slice(greedy + count)];
}
