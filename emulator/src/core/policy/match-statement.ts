// Whether one statement applies to a request, and if not, which of its elements is the reason.
import { compileGlob, matchesGlob } from '#lib/glob';
import { type AccessRequest, principalName } from './access-request.ts';
import { conditionHolds } from './evaluate-condition.ts';
import { type Reach, reachThrough } from './match-principal.ts';
import type { Element, PolicyStatement, PrincipalElement } from './policy-document.ts';
import { type RequestContext, substitute } from './request-context.ts';

/** The first element that kept a statement from applying. */
export interface Mismatch {
  readonly element: 'Principal' | 'NotPrincipal' | 'Action' | 'NotAction' | 'Resource' | 'NotResource' | 'Condition';
  /** The operator, for a condition. */
  readonly operator?: string;
  readonly key?: string;
  readonly expected: readonly string[];
  /** The request's values; undefined where the request lacks the condition key. */
  readonly found: readonly string[] | undefined;
}

export type Match =
  | { readonly applies: true; readonly reach: Reach }
  /** `score` is higher, the further the statement got. */
  | { readonly applies: false; readonly mismatch: Mismatch; readonly score: number };

export interface StatementRequest {
  readonly request: AccessRequest;
  readonly context: RequestContext;
}

export interface StatementContext {
  /** Documents of version 2012-10-17 have variables. */
  readonly variables: boolean;
  /** A policy of a resource: Principal names the principals, and Resource may be left out. */
  readonly onResource: boolean;
}

export function matchStatement(statement: PolicyStatement, { request, context }: StatementRequest, place: StatementContext): Match {
  const { principal, action, resource, conditions } = statement;
  const missed = (score: number, mismatch: Mismatch): Match => ({ applies: false, score, mismatch });

  if (!applies(action, (pattern) => matchesAction(pattern, request.action))) {
    return missed(0, { element: nameOf('Action', action), expected: action?.values ?? [], found: [request.action] });
  }
  const matchesResource = (pattern: string) => {
    const glob = substitute(pattern, context, { wildcards: true, variables: place.variables });
    return glob !== undefined && matchesGlob(glob, request.resource);
  };
  if (!(resource === undefined && place.onResource) && !applies(resource, matchesResource)) {
    return missed(1, { element: nameOf('Resource', resource), expected: resource?.values ?? [], found: [request.resource] });
  }
  const reach = place.onResource ? reachThrough(principal, request.principal, statement.effect) : 'direct';
  if (reach === undefined) {
    return missed(2, { element: nameOf('Principal', principal), expected: listed(principal), found: [principalName(request.principal)] });
  }
  for (const [index, condition] of conditions.entries()) {
    if (conditionHolds(condition, context, place.variables)) continue;
    const { operator, key, values } = condition;
    const mismatch: Mismatch = { element: 'Condition', operator, key, expected: values, found: context.values(key) };
    return missed(3 + index / conditions.length, mismatch);
  }
  return { applies: true, reach };
}

/** Actions ignore letter case. */
const matchesAction = (pattern: string, action: string) => matchesGlob(compileGlob(pattern.toLowerCase()), action.toLowerCase());

function applies(element: Element<readonly string[]> | undefined, matches: (pattern: string) => boolean): boolean {
  return element !== undefined && element.values.some(matches) !== element.negated;
}

const nameOf = <Name extends 'Action' | 'Resource' | 'Principal'>(
  name: Name,
  element: Element<unknown> | undefined,
): Name | `Not${Name}` => (element?.negated ? `Not${name}` : name);

function listed(element: Element<PrincipalElement> | undefined): string[] {
  if (element === undefined) return [];
  return element.values === '*' ? ['*'] : Object.values(element.values).flatMap((entries) => [...(entries ?? [])]);
}
