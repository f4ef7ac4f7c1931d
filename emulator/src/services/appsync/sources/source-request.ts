// Requests to data sources, and their answers.
import type { CallOptions } from '#core/call';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { DataSource } from '#services/appsync/state';
import type { FunctionBatches } from './function-batches.ts';

export interface SourceError {
  readonly message: string;
  readonly errorType: string;
  readonly errorInfo?: unknown;
}

export interface SourceAnswer {
  readonly result?: unknown;
  readonly error?: SourceError | undefined;
}

export interface SourceRequest {
  readonly source: Frozen<DataSource>;
  /** The document that the resolver's request has made; undefined for functions that are given the context itself. */
  readonly document: unknown;
  readonly direct: Readonly<Record<string, unknown>> | undefined;
  readonly maxBatchSize: number;
  readonly batches: FunctionBatches;
  /** Requests with the same key may be one batch. */
  readonly batchKey: string;
}

export type Document = Readonly<Record<string, unknown>>;

/** A request that is none. */
export const wrongRequest = (message: string): SourceAnswer => ({ error: { message, errorType: 'MappingTemplate' } });

/** A table, and how it is called. */
export interface TableCall {
  readonly table: string;
  readonly options: CallOptions;
  readonly ctx: Ctx;
}
