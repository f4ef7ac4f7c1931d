// Checks the payload of a function, which must be JSON. Pure.
import { isJson } from '#lib/json-structure';
import { fault } from '#model/lambda';

/** Smaller payloads are parsed, which is faster for them. */
const MAX_BUILT_LENGTH = 1024 * 1024;
const EMPTY = Buffer.from('{}');
const decoder = new TextDecoder('utf-8', { fatal: true });

/** A missing payload counts as an empty object. @throws Fault if it is not JSON */
export function checkPayload(payload: Uint8Array | undefined): Uint8Array {
  if (payload === undefined || payload.length === 0) return EMPTY;
  try {
    checkJson(decoder.decode(payload));
    return payload;
  } catch (error) {
    throw fault(
      'InvalidRequestContentException',
      `Could not parse request body into json: Could not parse payload into json: ${(error as Error).message}`,
      { Type: 'User' },
    );
  }
}

/** `JSON.parse` would build the values of a large payload, only to throw them away. @throws SyntaxError */
function checkJson(text: string): void {
  if (text.length < MAX_BUILT_LENGTH) JSON.parse(text);
  else if (!isJson(text)) throw new SyntaxError('Unexpected token, or unexpected end of JSON input');
}
