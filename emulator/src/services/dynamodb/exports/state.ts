// Records of exports. Records outlive their tables; exported objects outlive the records.
import type { Trace } from '#core/call';
import { collection } from '#core/records';

export interface Export {
  readonly id: string;
  readonly table: string;
  readonly tableId: string;
  readonly storeId: string;
  /** Attributes of the table's key, for records of changes. */
  readonly key: readonly string[];
  readonly token: string;
  /** The request without its token, as JSON: the same token means the same request. */
  readonly request: string;
  readonly format: 'DYNAMODB_JSON' | 'ION';
  readonly bucket: string;
  readonly owner?: string | undefined;
  readonly prefix?: string | undefined;
  readonly encryption: 'AES256' | 'KMS';
  readonly encryptionKey?: string | undefined;
  /** The moment of a full export. */
  readonly atMs: number;
  /** Set for incremental exports: changes from one moment to another. */
  readonly changes?: { readonly fromMs: number; readonly toMs: number; readonly withOldImages: boolean } | undefined;
  /** Where in the history of the table's items: of the whole export, or of where the changes end. */
  readonly position: number;
  /** Where the changes begin; the history is kept from there on until the export has ended. */
  readonly held: number;
  readonly startedMs: number;
  /** Trace of the request that began it. */
  readonly trace?: Trace | undefined;
  readonly status: 'IN_PROGRESS' | 'COMPLETED' | 'FAILED';
  readonly endedMs?: number | undefined;
  readonly items?: number | undefined;
  readonly bytes?: number | undefined;
  readonly manifest?: string | undefined;
  readonly failure?: { readonly code: string; readonly message: string } | undefined;
}
export const exports = collection<[table: string, id: string], Export>('dynamodb.exports');
