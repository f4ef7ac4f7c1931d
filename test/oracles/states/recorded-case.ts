// Recorded executions of state machines, and how what was recorded is compared: placeholders match anything, JSON texts are values.
import type { TaskOutcome } from '#services/states/language/interpreter/commands';
import type { Json } from '#services/states/language/json';

export type RecordedEvent = { readonly id: number; readonly previousEventId: number; readonly type: string } & Readonly<
  Record<string, unknown>
>;

export interface Case {
  readonly test: string;
  readonly key: string;
  readonly definition: string;
  readonly type: 'STANDARD' | 'EXPRESS';
  readonly input: string;
  readonly recorded: {
    readonly events?: readonly RecordedEvent[];
    readonly cases?: { readonly output?: unknown };
    readonly status?: string;
    readonly output?: unknown;
    readonly error?: unknown;
    readonly cause?: unknown;
  };
}

const HEAD: ReadonlySet<string> = new Set(['id', 'previousEventId', 'type', 'timestamp']);
const IGNORED: ReadonlySet<string> = new Set(['inputDetails', 'outputDetails', 'assignedVariablesDetails', 'roleArn']);
export const TASK_EVENT =
  /^(?:Task|LambdaFunction|Activity)(Started|Submitted|Succeeded|Failed|TimedOut|ScheduleFailed|StartFailed|SubmitFailed)$/;

const ONE_PLACEHOLDER = /^<.*>$/;
const PLACEHOLDER =
  /<<[^>]+>[^>]*>|<[^>]+>|timestamp|s(?:fn|nf)_role_arn|activity_arn|[a-z]+-date|[a-z]+-time|date|\w*function_\w*name\w*|function_name_branch\d/g;

export const parsed = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
};

export const detailsOf = (event: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const name = Object.keys(event).find((member) => !HEAD.has(member));
  const details = (name === undefined ? {} : event[name]) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(details ?? {}).filter(([member]) => !IGNORED.has(member)));
};

export function isLike(expected: unknown, actual: unknown): boolean {
  if (expected === 'RandomNumberGenerated') return typeof actual === 'number';
  if (typeof expected === 'string' && ONE_PLACEHOLDER.test(expected)) return true;
  const [a, b] = [parsed(expected), parsed(actual)];
  if (typeof a === 'string' && typeof b === 'string') return a === b || isLikeText(a, b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b || String(a) === String(b);
  const names = Object.keys(a);
  const isWild = names.some((name) => name.includes('<'));
  if (Array.isArray(a) !== Array.isArray(b) || (names.length !== Object.keys(b).length && !isWild)) return false;
  return names.every((name) => name.includes('<') || isLike((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]));
}

function isLikeText(expected: string, actual: string): boolean {
  if (expected.search(PLACEHOLDER) < 0) return false;
  const fixed = expected.split(PLACEHOLDER).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${fixed.join('[\\s\\S]*')}$`).test(actual);
}

export function outcomeOf(event: RecordedEvent): TaskOutcome {
  const [, kind = ''] = TASK_EVENT.exec(event.type)!;
  const { output, workerName, error, cause } = detailsOf(event) as Record<string, string | undefined>;
  const failed = { error, cause: cause === undefined || typeof cause === 'string' ? cause : JSON.stringify(cause) };
  if (kind === 'Started') return { event: 'started', workerName };
  if (kind === 'Submitted') return { event: 'submitted', output: parsed(output) as Json };
  if (kind === 'Succeeded') return { event: 'succeeded', output: parsed(output) as Json };
  if (kind === 'TimedOut') return { event: 'timedOut', ...failed };
  return { event: 'failed', ...failed, phase: (kind.replace('Failed', '') || undefined) as 'Start' | undefined };
}
