// The requirements of aws/aws-durable-execution-conformance-tests: what an execution is given, and the status, result and history that must come of it.

export interface CallbackAction {
  /** `*`: any callback that has not been answered. */
  readonly CallbackName: string;
  readonly Operation: 'success' | 'failure' | 'heartbeat';
  readonly Payload?: unknown;
  /** Seconds after the callback's start. */
  readonly Delay?: number;
}

export interface Requirement {
  readonly description?: string;
  readonly Variables?: Readonly<Record<string, unknown>>;
  readonly Input?: unknown;
  readonly ExpectedResult?: { readonly ExecutionStatus?: string; readonly Result?: unknown };
  readonly CallbackActions?: readonly CallbackAction[];
  readonly ExpectedExecutionHistory?: readonly (Readonly<Record<string, unknown>> & { readonly EventId: number })[];
}

const GENERATED = /\$\{GEN_STR:(\d+)\}/g;

/** With a text for each variable. Names that are no variables stand for whatever is found first in their place. */
export function filled(requirement: Requirement, random: (length: number) => string): Requirement {
  const variables = new Map(
    Object.entries(requirement.Variables ?? {}).map(([name, value]) => [
      name,
      String(value).replace(GENERATED, (_, length) => random(Number(length))),
    ]),
  );
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(/\$\{([A-Z0-9_]+)\}/g, (whole, name: string) => variables.get(name) ?? whole);
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fill(each)]));
    return value;
  };
  return fill(requirement) as Requirement;
}

/** The places in which what was found is not what is required. `bound`: what stands for each name so far. */
export function differences(required: unknown, found: unknown, bound: Map<string, unknown>, path = ''): string[] {
  if (required === '*' || isEmpty(required)) return [];
  const difference = `${path}: ${JSON.stringify(found)?.slice(0, 120)} instead of ${JSON.stringify(required)?.slice(0, 120)}`;
  if (typeof required === 'string') return isText(required, found, bound) ? [] : [difference];
  if (typeof required !== 'object' || required === null) return required === found ? [] : [difference];
  if (typeof found !== 'object' || found === null) return [difference];
  return Object.entries(required).flatMap(([name, value]) =>
    differences(value, (found as Record<string, unknown>)[name], bound, `${path}.${name}`),
  );
}

const isEmpty = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** A text, an expression, a name that stands for something, or JSON that means the same. */
function isText(required: string, found: unknown, bound: Map<string, unknown>): boolean {
  const [, expression] = /^\$\{\/(.+)\/\}$/.exec(required) ?? [];
  if (expression !== undefined) return new RegExp(expression).test(String(found));
  const [, name] = /^\$\{(.+)\}$/.exec(required) ?? [];
  if (name !== undefined) {
    if (!bound.has(name)) bound.set(name, found);
    return bound.get(name) === found;
  }
  return required === found || (typeof found === 'string' && asJson(required) === asJson(found));
}

function asJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
