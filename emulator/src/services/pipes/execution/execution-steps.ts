// The steps of an execution, and the log level from which on each is logged.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-logs.html#eb-pipes-logs-level

export type LogLevel = 'ERROR' | 'INFO' | 'TRACE';

export const STEP_LEVELS = {
  ExecutionStarted: 'INFO',
  ExecutionSucceeded: 'INFO',
  ExecutionPartiallyFailed: 'ERROR',
  ExecutionFailed: 'ERROR',
  EnrichmentStageEntered: 'INFO',
  EnrichmentTransformationStarted: 'TRACE',
  EnrichmentTransformationSucceeded: 'TRACE',
  EnrichmentTransformationFailed: 'ERROR',
  EnrichmentInvocationStarted: 'TRACE',
  EnrichmentInvocationSucceeded: 'TRACE',
  EnrichmentInvocationFailed: 'ERROR',
  EnrichmentStageSucceeded: 'INFO',
  EnrichmentStageFailed: 'ERROR',
  TargetStageEntered: 'INFO',
  TargetTransformationStarted: 'TRACE',
  TargetTransformationSucceeded: 'TRACE',
  TargetTransformationFailed: 'ERROR',
  TargetInvocationStarted: 'TRACE',
  TargetInvocationSucceeded: 'TRACE',
  TargetInvocationPartiallyFailed: 'ERROR',
  TargetInvocationFailed: 'ERROR',
  TargetInvocationSkipped: 'TRACE',
  TargetStageSucceeded: 'INFO',
  TargetStagePartiallyFailed: 'ERROR',
  TargetStageFailed: 'ERROR',
  TargetStageSkipped: 'TRACE',
} as const satisfies Readonly<Record<string, LogLevel>>;

export type Step = keyof typeof STEP_LEVELS;

const RANKS = { OFF: 0, ERROR: 1, INFO: 2, TRACE: 3 } as const;

/** Each level includes the steps of those before it. */
export const isLogged = (step: Step, level: string | undefined): boolean =>
  RANKS[STEP_LEVELS[step]] <= (RANKS[level as keyof typeof RANKS] ?? RANKS.OFF);

/** Steps after which the events may be others than before. */
export const WITH_PAYLOAD: ReadonlySet<Step> = new Set<Step>([
  'ExecutionStarted',
  'EnrichmentTransformationSucceeded',
  'EnrichmentStageSucceeded',
  'TargetTransformationSucceeded',
  'TargetStageSucceeded',
]);
