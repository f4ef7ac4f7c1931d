// The collection of jobs that import users from files.

import type { Trace } from '#core/call';
import { type BlobRef, collection } from '#core/records';

export interface ImportJob {
  readonly id: string;
  readonly name: string;
  readonly roleArn: string;
  readonly status: 'Created' | 'Pending' | 'InProgress' | 'Stopping' | 'Expired' | 'Stopped' | 'Failed' | 'Succeeded';
  readonly createdMs: number;
  readonly startedMs?: number | undefined;
  /** Trace of the request that has started it. */
  readonly trace?: Trace | undefined;
  readonly completedMs?: number | undefined;
  readonly message?: string | undefined;
  readonly imported: number;
  readonly skipped: number;
  readonly failed: number;
  /** Part of the address to which the file is sent. */
  readonly key: string;
  /** Held until the job has ended. */
  readonly file?: BlobRef | undefined;
  /** Lines of the file that have been dealt with, the header included. */
  readonly lines: number;
  /** Bytes of the file that have been dealt with. */
  readonly offset: number;
}

export const importJobs = collection<[poolId: string, id: string], ImportJob>('cognito-idp.import-jobs');
