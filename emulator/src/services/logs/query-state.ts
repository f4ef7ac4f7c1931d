// The collections of queries of log events, of their definitions and schedules, and of lookup tables.
import type { Ctx } from '#core/ctx';
import { type BlobRef, collection, type Frozen } from '#core/records';
import type { DestinationConfiguration } from '#model/logs';
import type { Tags } from './state.ts';

export type QueryStatus = 'Scheduled' | 'Running' | 'Complete' | 'Failed' | 'Cancelled';

/** A query of log events in the language of Logs Insights. */
export interface LogQuery {
  readonly text: string;
  readonly groups: readonly string[];
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly limit?: number | undefined;
  readonly status: QueryStatus;
  readonly createdMs: number;
  readonly endedMs?: number | undefined;
  readonly rows: number;
  readonly recordsMatched: number;
  readonly recordsScanned: number;
  readonly bytesScanned: number;
  /** The scheduled query that began it, and when. */
  readonly scheduled?: readonly [id: string, atMs: number] | undefined;
}

export const isOpenQuery = (status: QueryStatus): boolean => status === 'Scheduled' || status === 'Running';

export type ScheduledRunStatus = 'Running' | 'Complete' | 'Failed' | 'InvalidQuery';

/** A query that runs at the times of a schedule. */
export interface ScheduledQuery {
  readonly name: string;
  readonly text: string;
  /** Names or ARNs, as given. */
  readonly groups: readonly string[];
  readonly expression: string;
  /** UTC by default. */
  readonly timezone?: string | undefined;
  /** How far it looks back, and up to where. */
  readonly startOffsetSeconds?: number | undefined;
  readonly endOffsetSeconds?: number | undefined;
  readonly destination?: DestinationConfiguration | undefined;
  /** As given. */
  readonly scheduleStart?: number | undefined;
  readonly scheduleEnd?: number | undefined;
  readonly roleArn: string;
  readonly description?: string | undefined;
  readonly state: 'ENABLED' | 'DISABLED';
  readonly createdMs: number;
  readonly modifiedMs: number;
  readonly lastMs?: number | undefined;
  readonly lastStatus?: ScheduledRunStatus | undefined;
  readonly tags: Tags;
}

export interface ScheduledRun {
  readonly atMs: number;
  readonly status: ScheduledRunStatus;
  readonly queryId?: string | undefined;
  readonly message?: string | undefined;
  readonly destinations: readonly {
    readonly destinationType: string;
    readonly destinationIdentifier: string;
    readonly status: string;
    readonly processedIdentifier?: string | undefined;
    readonly errorMessage?: string | undefined;
  }[];
}

export interface LookupTable {
  /** CSV; a blob above 64 KB. */
  readonly body: string | BlobRef;
  readonly fields: readonly string[];
  /** Lines below the names of the fields. */
  readonly records: number;
  readonly sizeBytes: number;
  readonly description?: string | undefined;
  readonly kmsKeyId?: string | undefined;
  readonly modifiedMs: number;
  readonly tags: Tags;
}

export interface QueryDefinition {
  readonly name: string;
  readonly text: string;
  readonly groups: readonly string[];
  readonly parameters?:
    | readonly { readonly name: string; readonly defaultValue?: string | undefined; readonly description?: string | undefined }[]
    | undefined;
  readonly modifiedMs: number;
}

export const queries = collection<[id: string], LogQuery>('logs.queries');
export type QueryRow = readonly { readonly field: string; readonly value: string }[];
/** Rows of results, some to a record. */
export const queryRows = collection<[queryId: string, at: number], readonly QueryRow[]>('logs.query-rows', { bulk: true });

/** The rows of a query, of which some are in memory at once. */
export function* rowsOf(queryId: string, ctx: Pick<Ctx, 'records'>): Iterable<Frozen<QueryRow>> {
  const records = ctx.records(queryRows);
  for (const key of records.keys([queryId])) yield* records.get(key) ?? [];
}

export const scheduledQueries = collection<[id: string], ScheduledQuery>('logs.scheduled-queries');
export const scheduledRuns = collection<[id: string, atMs: number], ScheduledRun>('logs.scheduled-runs');
export const queryDefinitions = collection<[id: string], QueryDefinition>('logs.query-definitions');
export const lookupTables = collection<[name: string], LookupTable>('logs.lookup-tables');
