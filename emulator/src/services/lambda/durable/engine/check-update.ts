// The rules of one update: its action, its members, and the state of the operation before it.
import { invalidParameter } from '#services/lambda/faults';
import { MAX_PAYLOAD_BYTES } from '#services/lambda/lookup/limits';
import type { Operation, OperationStatus } from './operation.ts';
import type { Action, Update } from './update.ts';

/** The facts of an operation by which an update of it is judged. */
export type Known = Pick<Operation, 'type' | 'subType' | 'name' | 'parentId' | 'status'>;

/** Limit: bytes of the payload of a step, a context or a callback. */
const MAX_OPERATION_BYTES = 262_144;
/** Limit: bytes of the payload of a chained invocation. */
const MAX_CHAINED_BYTES = 1_048_576;
/** Limit: bytes of the error of an operation, as JSON; it must be smaller. */
const MAX_ERROR_BYTES = 32_768;

const ACTIONS: Readonly<Record<Operation['type'], readonly Action[]>> = {
  STEP: ['START', 'SUCCEED', 'FAIL', 'RETRY'],
  CONTEXT: ['START', 'SUCCEED', 'FAIL'],
  WAIT: ['START', 'CANCEL'],
  CALLBACK: ['START'],
  CHAINED_INVOKE: ['START'],
  EXECUTION: ['SUCCEED', 'FAIL'],
};

const PAYLOAD_BYTES: Readonly<Partial<Record<Operation['type'], number>>> = {
  CHAINED_INVOKE: MAX_CHAINED_BYTES,
  EXECUTION: MAX_PAYLOAD_BYTES,
};

/** Options without which an operation cannot start. */
const NEEDED = { WAIT: ['WaitOptions', 'WaitSeconds'], CHAINED_INVOKE: ['ChainedInvokeOptions', 'FunctionName'] } as const;

/** @throws Fault InvalidParameterValueException */
export function assertUpdate(update: Update, before: Known | undefined): void {
  const { Type, Action, Error: error, Payload } = update;
  assert(ACTIONS[Type].includes(Action), 'Invalid action for the given operation type.');
  assert(
    !error || Buffer.byteLength(JSON.stringify(error)) < MAX_ERROR_BYTES,
    `Error object size must be less than ${MAX_ERROR_BYTES} bytes.`,
  );
  const most = PAYLOAD_BYTES[Type] ?? MAX_OPERATION_BYTES;
  assert(Buffer.byteLength(Payload ?? '') <= most, `${Type} payload size must be less than or equal to ${most} bytes.`);
  if (Action === 'SUCCEED') assert(!error, 'Cannot provide an Error for SUCCEED action.');
  if (Action === 'FAIL') assert(Payload === undefined, 'Cannot provide a Payload for FAIL action.');
  if (before) assertSame(update, before);
  if (Action === 'START') assertStart(update, before);
  else if (Action === 'RETRY') assertRetry(update, before);
  else if (Action === 'CANCEL') assert(before?.status === 'STARTED', 'Cannot cancel a WAIT that does not exist or has already completed.');
  else if (before) assert(OPEN[Type].includes(before.status), `Invalid current ${Type} state to close.`);
}

/** States in which an operation may be closed, or tried again. */
const OPEN: Readonly<Record<Operation['type'], readonly OperationStatus[]>> = {
  STEP: ['STARTED', 'READY'],
  CONTEXT: ['STARTED'],
  WAIT: ['STARTED'],
  CALLBACK: [],
  CHAINED_INVOKE: [],
  EXECUTION: ['STARTED'],
};

function assertSame({ Type, SubType, Name, ParentId }: Update, before: Known): void {
  assert(before.type === Type, 'Inconsistent operation type.');
  assert(SubType === undefined || before.subType === SubType, 'Inconsistent operation subtype.');
  assert(Name === undefined || before.name === Name, 'Inconsistent operation name.');
  assert(ParentId === undefined || before.parentId === ParentId, 'Invalid parent operation id.');
}

function assertStart(update: Update, before: Known | undefined): void {
  const { Type } = update;
  if (Type === 'STEP') assert(!before || before.status === 'READY', 'Invalid current STEP state to start.');
  else assert(!before, `Cannot start a ${Type} that already exist.`);
  if (Type !== 'WAIT' && Type !== 'CHAINED_INVOKE') return;
  const [options, member] = NEEDED[Type];
  const given = update[options] as Readonly<Record<string, unknown>> | undefined;
  assert(given?.[member] !== undefined, `Invalid ${options} for the given action.`);
}

function assertRetry({ StepOptions, Error: error, Payload }: Update, before: Known | undefined): void {
  assert(!before || OPEN.STEP.includes(before.status), 'Invalid current STEP state to re-attempt.');
  assert(StepOptions?.NextAttemptDelaySeconds !== undefined, 'Invalid StepOptions for the given action.');
  assert(!error || Payload === undefined, 'Cannot provide both error and payload to RETRY a STEP.');
}

function assert(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw invalidParameter(otherwise);
}
