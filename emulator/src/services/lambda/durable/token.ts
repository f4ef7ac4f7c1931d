// Checkpoint tokens: they name the invocation, so that an earlier one can write nothing more, and count the checkpoints.
import { invalidParameter } from '#services/lambda/faults';
import type { Head } from './engine/head.ts';

/** SDKs look for a message that begins so, and invoke again; with any other they fail the execution. */
const INVALID = 'Invalid Checkpoint Token';

/** The characters of Base64 are all that a token may have. */
export const tokenOf = ({ id, invocation, checkpoints }: Head): string => `${id}/${invocation?.id}/${checkpoints}`.replaceAll('-', '+');

/** @throws Fault if the execution or the invocation has ended, or if the token was used */
export function assertCurrent(head: Head | undefined, token: string): asserts head is Head {
  if (head?.status !== 'RUNNING' || head.invocation?.id === undefined || tokenOf(head) !== token) throw invalidParameter(INVALID);
}
