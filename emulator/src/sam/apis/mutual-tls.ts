// `MutualTlsAuthentication` of custom domains.
import type { SamProblem } from '#sam/problems';
import { type Block, filled, get, isBlock, type Value } from '#sam/values';

export const MUTUAL_TLS_FIELDS = ['TruststoreUri', 'TruststoreVersion'];

/** The members that are set. `unknown` makes the problem for others. */
export function mutualTls(declared: Value | undefined, unknown: (names: readonly string[]) => SamProblem): Block | undefined {
  if (!filled(declared) || !isBlock(declared)) return undefined;
  const others = Object.keys(declared).filter((key) => !MUTUAL_TLS_FIELDS.includes(key));
  if (others.length > 0) throw unknown(others.sort());
  return Object.fromEntries(MUTUAL_TLS_FIELDS.filter((name) => filled(get(declared, name))).map((name) => [name, declared[name]!]));
}
