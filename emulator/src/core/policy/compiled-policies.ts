// Policies of one kind, compiled once: their statements are found by action, and their texts are read no more. `decide` is the plain evaluator beside it,
// which says also what was missing; both decide alike (compiled-policies.test.ts).
import { globMatcher, matchesGlob } from '#lib/glob';
import type { PolicyPrincipal } from './access-request.ts';
import { conditionHolds } from './evaluate-condition.ts';
import { type Reach, reachThrough } from './match-principal.ts';
import type { Element, PolicyCondition, PolicyDocument, PolicyStatement } from './policy-document.ts';
import { type RequestContext, substitute } from './request-context.ts';

/** A statement by its place. */
export interface StatementPlace {
  /** The policy's name, as those who look for it know it: its ARN, or its name and its owner. */
  readonly source: string;
  /** Its Sid, or its index. */
  readonly statement: string | number;
}

export interface NamedPolicy {
  readonly source: string;
  readonly document: PolicyDocument;
}

/** A request of which the action is known already. */
export interface CompiledRequest {
  readonly principal: PolicyPrincipal;
  readonly resource: string;
  readonly context: RequestContext;
}

export interface CompiledVerdict {
  readonly deny?: StatementPlace | undefined;
  readonly allow?: (StatementPlace & { readonly reach: Reach }) | undefined;
}

type Matches = (text: string, context: RequestContext) => boolean;

interface CompiledStatement {
  readonly place: StatementPlace;
  readonly isDeny: boolean;
  /** Undefined: it holds for the policy's own resource. */
  readonly resource: Matches | undefined;
  /** The key of the first variable in its resources, where all of them have one: without a value for it, the statement does not apply. */
  readonly variable: string | undefined;
  /** Its resources have variables, so that they differ from request to request. */
  readonly isVariable: boolean;
  readonly principal: PolicyStatement['principal'];
  readonly conditions: readonly PolicyCondition[];
  readonly variables: boolean;
}

/** The statements that may apply to a resource. Statements with a variable are passed over at once where it has no value. */
interface NearStatements {
  readonly fixed: readonly CompiledStatement[];
  readonly byVariable: readonly (readonly [key: string, statements: readonly CompiledStatement[]])[];
}

interface ActionStatements {
  readonly all: readonly CompiledStatement[];
  readonly byResource: Map<string, NearStatements>;
}

/** Actions of which the statements are remembered; others are looked for again. */
const MAX_ACTIONS = 500;
/** Resources of one action for which they are remembered. */
const MAX_RESOURCES = 500;
const DIRECTNESS: Readonly<Record<Reach, number>> = { direct: 2, role: 1, account: 0 };
const NOTHING: CompiledVerdict = {};

export class CompiledPolicies {
  readonly policies: readonly NamedPolicy[];
  readonly #onResource: boolean;
  readonly #all: readonly { readonly matches: (action: string) => boolean; readonly statement: CompiledStatement }[];
  readonly #byAction = new Map<string, ActionStatements>();

  /** `onResource`: policies of a resource, whose Principal counts and whose Resource may be left out. */
  constructor(policies: readonly NamedPolicy[], onResource = false) {
    this.policies = policies;
    this.#onResource = onResource;
    this.#all = policies.flatMap(({ source, document }) =>
      document.statements.map((statement, index) => ({
        matches: actionMatcher(statement.action),
        statement: {
          place: { source, statement: statement.sid || index },
          isDeny: statement.effect === 'Deny',
          resource: resourceMatcher(statement.resource, document.version === '2012-10-17', onResource),
          ...variablesIn(statement.resource, document.version === '2012-10-17'),
          principal: statement.principal,
          conditions: statement.conditions,
          variables: document.version === '2012-10-17',
        },
      })),
    );
  }

  evaluate(action: string, request: CompiledRequest): CompiledVerdict {
    const { fixed, byVariable } = this.#of(action, request);
    let verdict = this.#consult(fixed, request, NOTHING);
    for (const [key, statements] of byVariable) {
      if (verdict.deny) return verdict;
      if (request.context.values(key) !== undefined) verdict = this.#consult(statements, request, verdict);
    }
    return verdict;
  }

  #consult(statements: readonly CompiledStatement[], request: CompiledRequest, before: CompiledVerdict): CompiledVerdict {
    let verdict = before;
    for (const statement of statements) {
      const reach = this.#reachOf(statement, request);
      if (reach === undefined) continue;
      if (statement.isDeny) return { deny: statement.place };
      if (!verdict.allow || DIRECTNESS[reach] > DIRECTNESS[verdict.allow.reach]) verdict = { allow: { ...statement.place, reach } };
    }
    return verdict;
  }

  /** The statements for an action that may apply to the resource: denials first, because the rest need not be read after one. */
  #of(action: string, { resource, context }: CompiledRequest): NearStatements {
    let found = this.#byAction.get(action);
    if (!found) {
      const lower = action.toLowerCase();
      const all = this.#all.filter(({ matches }) => matches(lower)).map(({ statement }) => statement);
      found = { all: [...all.filter(({ isDeny }) => isDeny), ...all.filter(({ isDeny }) => !isDeny)], byResource: new Map() };
      if (this.#byAction.size >= MAX_ACTIONS) this.#byAction.clear();
      this.#byAction.set(action, found);
    }
    const { all, byResource } = found;
    const known = byResource.get(resource);
    if (known) return known;
    const may = all.filter((statement) => statement.isVariable || !statement.resource || statement.resource(resource, context));
    const keys = new Set(may.map(({ variable }) => variable));
    keys.delete(undefined);
    const near: NearStatements = {
      fixed: may.filter(({ variable }) => variable === undefined),
      byVariable: [...keys].map((key) => [key ?? '', may.filter(({ variable }) => variable === key)] as const),
    };
    if (byResource.size >= MAX_RESOURCES) byResource.clear();
    byResource.set(resource, near);
    return near;
  }

  /** How directly the statement names the principal; undefined where it does not apply. */
  #reachOf(
    { resource, isDeny, isVariable, principal, conditions, variables }: CompiledStatement,
    request: CompiledRequest,
  ): Reach | undefined {
    if (isVariable && resource && !resource(request.resource, request.context)) return undefined;
    const reach = this.#onResource ? reachThrough(principal, request.principal, isDeny ? 'Deny' : 'Allow') : 'direct';
    if (reach === undefined) return undefined;
    for (const condition of conditions) if (!conditionHolds(condition, request.context, variables)) return undefined;
    return reach;
  }
}

/** A statement without such an element does not apply. */
function actionMatcher(element: Element<readonly string[]> | undefined): (action: string) => boolean {
  if (element === undefined) return () => false;
  const globs = element.values.map((value) => globMatcher(value.toLowerCase()));
  return (action) => globs.some((matches) => matches(action)) !== element.negated;
}

function resourceMatcher(element: Element<readonly string[]> | undefined, variables: boolean, onResource: boolean): Matches | undefined {
  if (element === undefined) return onResource ? undefined : () => false;
  const patterns = element.values.map(
    (value): Matches => (variables && value.includes('${') ? variableMatcher(value) : globMatcher(value)),
  );
  if (patterns.length === 1 && !element.negated) return patterns[0]!;
  return (text, context) => patterns.some((matches) => matches(text, context)) !== element.negated;
}

/** A pattern with variables is put together for each request; the text before the first of them tells most requests apart sooner. */
function variableMatcher(written: string): Matches {
  const before = /^[^*?$]*/.exec(written)![0];
  const keys = [...written.matchAll(/\$\{([^},]+)\}/g)].map(([, key = '']) => key.trim()).filter((key) => key.length > 1);
  return (text, context) => {
    if (!text.startsWith(before)) return false;
    for (const key of keys) if (context.values(key)?.length !== 1) return false;
    const glob = substitute(written, context, { wildcards: true, variables: true });
    return glob !== undefined && matchesGlob(glob, text);
  };
}

/** A default (`${key, 'x'}`) and `${*}` always have a value. Under NotResource a variable without one lets the statement apply. */
function variablesIn(
  element: Element<readonly string[]> | undefined,
  variables: boolean,
): { isVariable: boolean; variable: string | undefined } {
  const values = variables && element ? element.values : [];
  const isVariable = values.some((value) => value.includes('${'));
  if (!isVariable || element?.negated) return { isVariable, variable: undefined };
  const first = values.map((value) => /^[^$]*\$\{([^},*?$]{2,})\}/.exec(value)?.[1]?.trim());
  return { isVariable, variable: first.every((key) => key !== undefined && key === first[0]) ? first[0] : undefined };
}
