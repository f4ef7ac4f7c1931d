// ARNs, unique ids, paths and dates of IAM resources.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { Identity } from './state.ts';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const ID_LENGTH = 17;

/** The first four letters name the kind of resource. */
export const uniqueId = (prefix: 'AIDA' | 'AGPA' | 'AROA' | 'ANPA' | 'AIPA' | 'ASCA' | 'APKA' | 'ACCA', ctx: Ctx): string =>
  prefix + ctx.random(ID_LENGTH, DIGITS);

/** A generator of random whole numbers from 0 up to, and without, `below`, which is at most 32. */
export const randomBelow =
  (ctx: Ctx) =>
  (below: number): number =>
    DIGITS.indexOf(ctx.random(1, DIGITS.slice(0, below)));

export const iamArn = (resource: string, ctx: Ctx): string => `arn:aws:iam::${ctx.account}:${resource}`;

export const identityArn = ({ kind, path, name }: Pick<Frozen<Identity>, 'kind' | 'path' | 'name'>, ctx: Ctx): string =>
  iamArn(`${kind}${path}${name}`, ctx);

/** The part of an ARN after the account, as type, path and name: `role/service/x` is `['role', '/service/', 'x']`. */
export function resourceOf(arn: string): { account: string; type: string; path: string; name: string } | undefined {
  const [, account = '', type = '', path = '', name = ''] = /^arn:aws:iam::(\d{12}|aws):([a-z-]+)(\/(?:.*\/)?)([^/]+)$/.exec(arn) ?? [];
  return name === '' ? undefined : { account, type, path, name };
}

export const inPath = (path: string, prefix: string | undefined): boolean => prefix === undefined || path.startsWith(prefix);

/** Now, in whole seconds: IAM stores no fractions. */
export const wholeSecond = (ctx: Ctx): number => Math.floor(ctx.now() / 1000) * 1000;
