// What is remembered of durable executions: that they were asked for, and that they did not run.
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

/** In the order of their moments within a function. */
export const durables = collection<[functionName: string, startedMs: number, id: string], DurableRecord>('lambda.durables', { bulk: true });
/** A name is used once per function. */
export const durablesByName = collection<[functionName: string, name: string], { readonly startedMs: number; readonly id: string }>(
  'lambda.durables-by-name',
  { bulk: true },
);
