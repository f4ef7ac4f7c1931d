// Routing rules of a domain name: the first rule, by priority, all of whose conditions the request meets. Pure.
import type { Frozen } from '#core/records';
import { compileGlob, matchesGlob } from '#lib/glob';
import { own } from '#lib/table';
import type { RoutingRule, RoutingRuleCondition } from '#model/apigatewayv2';

type Headers = Readonly<Record<string, string | undefined>>;

export interface MatchedRule {
  readonly api: string;
  readonly stage: string;
  readonly path: string;
  /** The part of the path that was taken away. */
  readonly basePath: string;
}

export function matchRule(rules: readonly Frozen<RoutingRule>[], path: string, headers: Headers): MatchedRule | undefined {
  const ordered = [...rules].sort((a, b) => (a.Priority ?? 0) - (b.Priority ?? 0));
  for (const { Conditions = [], Actions = [] } of ordered) {
    const met = Conditions.map((condition) => basePathOf(condition, path, headers));
    const action = Actions[0]?.InvokeApi;
    if (!action || met.includes(undefined)) continue;
    const basePath = action.StripBasePath ? (met.find((each) => each !== '') ?? '') : '';
    return { api: action.ApiId, stage: action.Stage, path: path.slice(basePath.length) || '/', basePath };
  }
  return undefined;
}

/** The base path that met the condition, '' for a condition on headers; undefined where the condition is not met. */
function basePathOf(
  { MatchBasePaths: paths, MatchHeaders }: Frozen<RoutingRuleCondition>,
  path: string,
  headers: Headers,
): string | undefined {
  if (paths) {
    const found = paths.AnyOf.map((each) => `/${each.replace(/^\/|\/$/g, '')}`).find(
      (each) => path === each || path.startsWith(`${each}/`),
    );
    return found;
  }
  const isMet = MatchHeaders?.AnyOf.some(({ Header, ValueGlob }) => {
    const value = own(headers, Header.toLowerCase());
    return value !== undefined && matchesGlob(compileGlob(ValueGlob), value);
  });
  return isMet ? '' : undefined;
}
