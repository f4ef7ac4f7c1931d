// Records of imports. They outlive the tables that they make.
import type { Trace } from '#core/call';
import { collection } from '#core/records';
import type { ImportTableInput } from '#model/dynamodb';
import type { Table } from '#services/dynamodb/state';

/** Bytes and lines that an import has read so far, and items that it has written. */
export interface Progress {
  readonly bytes: number;
  /** Lines, or rows. */
  readonly processed: number;
  readonly imported: number;
  readonly errors: number;
}

export interface Import extends Progress {
  readonly id: string;
  readonly token: string;
  readonly request: Omit<ImportTableInput, 'ClientToken'>;
  /** The table that the import makes once it has found its bucket. */
  readonly table: Table;
  readonly startedMs: number;
  /** Trace of the request that began it. */
  readonly trace?: Trace | undefined;
  readonly status: 'IN_PROGRESS' | 'COMPLETED' | 'FAILED';
  readonly endedMs?: number | undefined;
  readonly failure?: { readonly code: string; readonly message: string } | undefined;
}
export const imports = collection<[id: string], Import>('dynamodb.imports');

/** Woken when an import has ended. */
export const importSignal = (id: string): string => `dynamodb.import/${id}`;
