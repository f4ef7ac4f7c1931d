// Records of durable executions: that they were requested. None has run.
import { collection } from '#core/records';

export interface DurableRecord {
  readonly functionName: string;
  readonly version: number;
  readonly name: string;
  readonly id: string;
  readonly input: string;
  readonly traceId: string;
  readonly startedMs: number;
  readonly retentionDays: number;
  readonly executionTimeoutS?: number | undefined;
  readonly kmsKeyArn?: string | undefined;
}

/** Executions of a function, by start time. */
export const durables = collection<[functionName: string, startedMs: number, id: string], DurableRecord>('lambda.durables', { bulk: true });
/** A function uses each execution name once. */
export const durablesByName = collection<[functionName: string, name: string], { readonly startedMs: number; readonly id: string }>(
  'lambda.durables-by-name',
  { bulk: true },
);
