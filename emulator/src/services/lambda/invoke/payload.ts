// What a function gets: JSON, nothing else. Pure.
import { fault } from '#model/lambda';

const EMPTY = Buffer.from('{}');
const decoder = new TextDecoder('utf-8', { fatal: true });

/** No payload is an empty object. @throws Fault when it is no JSON. */
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
