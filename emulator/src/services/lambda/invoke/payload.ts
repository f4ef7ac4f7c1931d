// Checks the payload of a function, which must be JSON. Pure.
import { fault } from '#model/lambda';

const EMPTY = Buffer.from('{}');
const decoder = new TextDecoder('utf-8', { fatal: true });

/** A missing payload counts as an empty object. @throws Fault if it is not JSON */
export function checkPayload(payload: Uint8Array | undefined): Uint8Array {
  if (payload === undefined || payload.length === 0) return EMPTY;
  try {
    JSON.parse(decoder.decode(payload));
    return payload;
  } catch (error) {
    throw fault(
      'InvalidRequestContentException',
      `Could not parse request body into json: Could not parse payload into json: ${(error as Error).message}`,
      { Type: 'User' },
    );
  }
}
