// Operations as clients see them: with dates in answers, with milliseconds in the event of an invocation.
import type { Frozen } from '#core/records';
import type { Operation as ModelOperation } from '#model/lambda';
import type { Data, Operation } from './operation.ts';

/** Reads a payload. Blobs have been read before. */
export type TextOf = (data: Frozen<Data>) => string;

/** An operation in an answer of the API. */
export const described = (operation: Operation, textOf: TextOf): ModelOperation =>
  written(operation, textOf, (ms) => new Date(ms)) as ModelOperation;

/** An operation in the event of an invocation. */
export const inEvent = (operation: Operation, textOf: TextOf): object => written(operation, textOf, (ms) => ms);

function written(operation: Operation, textOf: TextOf, time: (ms: number) => unknown): object {
  const { id, parentId, name, type, subType, status, startMs, endMs } = operation;
  return {
    Id: id,
    ...(parentId !== undefined && { ParentId: parentId }),
    ...(name !== undefined && { Name: name }),
    Type: type,
    ...(subType !== undefined && { SubType: subType }),
    StartTimestamp: time(startMs),
    ...(endMs !== undefined && { EndTimestamp: time(endMs) }),
    Status: status,
    ...detailsOf(operation, textOf, time),
  };
}

function detailsOf(operation: Operation, textOf: TextOf, time: (ms: number) => unknown): object {
  const { type, status, input, attempt, dueMs, scheduledEndMs, callbackId, replayChildren } = operation;
  switch (type) {
    case 'EXECUTION':
      return { ExecutionDetails: { ...(input !== undefined && { InputPayload: textOf(input) }) } };
    case 'STEP':
      return {
        StepDetails: {
          Attempt: attempt ?? 0,
          ...(status === 'PENDING' && { NextAttemptTimestamp: time(dueMs!) }),
          ...outcomeOf(operation, textOf),
        },
      };
    case 'WAIT':
      return { WaitDetails: { ScheduledEndTimestamp: time(scheduledEndMs!) } };
    case 'CALLBACK':
      return { CallbackDetails: { CallbackId: callbackId, ...outcomeOf(operation, textOf) } };
    case 'CHAINED_INVOKE':
      return { ChainedInvokeDetails: outcomeOf(operation, textOf) };
    case 'CONTEXT':
      return {
        ContextDetails: { ...(replayChildren !== undefined && { ReplayChildren: replayChildren }), ...outcomeOf(operation, textOf) },
      };
  }
}

const outcomeOf = ({ result, error }: Operation, textOf: TextOf): object => ({
  ...(result !== undefined && { Result: textOf(result) }),
  ...(error !== undefined && { Error: error }),
});
