// The updates of a checkpoint: the model's, with the types and actions that are known.
import type { OperationUpdate } from '#model/lambda';
import type { OperationType } from './operation.ts';

export type Action = 'START' | 'SUCCEED' | 'FAIL' | 'RETRY' | 'CANCEL';

export interface Update extends OperationUpdate {
  readonly Type: OperationType;
  readonly Action: Action;
}

/** The status of an operation after the action. */
export const STATUS_AFTER = { START: 'STARTED', SUCCEED: 'SUCCEEDED', FAIL: 'FAILED', RETRY: 'PENDING', CANCEL: 'CANCELLED' } as const;
