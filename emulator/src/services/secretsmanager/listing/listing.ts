// Pages of secrets in any order.
import type { Ctx } from '#core/ctx';
import { writeToken } from '#core/page';
import type { Frozen } from '#core/records';
import type { ListSecretsRequest } from '#model/secretsmanager';
import { type LocatedSecret, secretArn } from '#services/secretsmanager/find-secret';
import { readToken } from '#services/secretsmanager/pages';
import { type Secret, secrets, secretsByCreation } from '#services/secretsmanager/state';
import { matchesFilters } from './filters.ts';

const PAGE_SIZE = 100;
const CHUNK = 200;

interface ListPosition {
  readonly ms: number;
  readonly name: string;
}
interface SecretPage {
  readonly found: readonly LocatedSecret[];
  readonly NextToken: string | undefined;
}

/** Walks from the end of the last page until the page is full. */
export function pageOfSecrets(request: ListSecretsRequest, ctx: Ctx): SecretPage {
  const {
    Filters = [],
    IncludePlannedDeletion,
    MaxResults: size = PAGE_SIZE,
    NextToken,
    SortBy = 'created-date',
    SortOrder = 'asc',
  } = request;
  const reverse = SortOrder === 'desc';
  const [ms, name] = NextToken === undefined ? [] : readToken(NextToken, [0, '']);
  const after = ms === undefined ? undefined : { ms, name: name! };
  const found: LocatedSecret[] = [];
  for (const secret of walk(SortBy, after, reverse, ctx)) {
    if (secret.deletionMs !== undefined && !IncludePlannedDeletion) continue;
    if (!matchesFilters(secret, Filters)) continue;
    if (found.length === size) {
      const last = found.at(-1)!.secret;
      return { found, NextToken: writeToken([momentOf(SortBy, last), last.name]) };
    }
    found.push({ there: ctx, secret, arn: secretArn(secret, ctx) });
  }
  return { found, NextToken: undefined };
}

function momentOf(sortBy: string, { createdMs, changedMs, accessedMs = 0 }: Frozen<Secret>): number {
  if (sortBy === 'last-changed-date') return changedMs;
  return sortBy === 'last-accessed-date' ? accessedMs : createdMs;
}

function walk(sortBy: string, after: ListPosition | undefined, reverse: boolean, ctx: Ctx): Iterable<Frozen<Secret>> {
  if (sortBy === 'name') return walkNames(after, reverse, ctx);
  if (sortBy === 'created-date') return walkCreation(after, reverse, ctx);
  const sign = reverse ? -1 : 1;
  const compare = (one: ListPosition, two: ListPosition) =>
    sign * (one.ms - two.ms || (one.name < two.name ? -1 : Number(one.name > two.name)));
  const place = (secret: Frozen<Secret>): ListPosition => ({ ms: momentOf(sortBy, secret), name: secret.name });
  const all = ctx
    .records(secrets)
    .range()
    .filter((secret) => after === undefined || compare(place(secret), after) > 0);
  return all.sort((one, two) => compare(place(one), place(two)));
}

/** The range after a key; in reverse order that is the range before it. */
const beyond = <K>(key: K | undefined, reverse: boolean) => (key === undefined ? {} : reverse ? { before: key } : { after: key });

function* walkNames(after: ListPosition | undefined, reverse: boolean, ctx: Ctx): Iterable<Frozen<Secret>> {
  let last: [string] | undefined = after && [after.name];
  for (;;) {
    const chunk = ctx.records(secrets).range([], { ...beyond(last, reverse), limit: CHUNK, reverse });
    yield* chunk;
    if (chunk.length < CHUNK) return;
    last = [chunk.at(-1)!.name];
  }
}

function* walkCreation(after: ListPosition | undefined, reverse: boolean, ctx: Ctx): Iterable<Frozen<Secret>> {
  let last: [number, string] | undefined = after && [after.ms, after.name];
  for (;;) {
    const chunk = ctx.records(secretsByCreation).entries([], { ...beyond(last, reverse), limit: CHUNK, reverse });
    for (const [, { name }] of chunk) yield ctx.records(secrets).get([name])!;
    if (chunk.length < CHUNK) return;
    last = chunk.at(-1)![0];
  }
}
