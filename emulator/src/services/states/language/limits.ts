// Limits of the values that a state takes and makes: their bytes, and the levels of their lists and objects.
import { DATA_LIMIT, RUNTIME, StateFailure } from './faults.ts';
import { isList, isObject, type Json, type JsonObject, MAX_PAYLOAD, memberOf } from './json.ts';
import { MAX_DEPTH } from './read-json.ts';

/** Limit: bytes of all variables that a state can read. https://docs.aws.amazon.com/step-functions/latest/dg/workflow-variables.html */
export const MAX_VARIABLES = 10 * 1024 * 1024;
/** A value whose text has fewer characters than this cannot reach the limit, whatever its characters are. */
const SURELY_SMALL = 60_000;

export const tooLarge = (name: string): string =>
  `The state/task '${name}' returned a result with a size exceeding the maximum number of bytes service limit.`;

/** The failure of a state or task with that result. */
export function excessOfResult(result: Json, name: string): StateFailure | undefined {
  const excess = excessOf(result);
  if (excess === 'bytes') return new StateFailure(DATA_LIMIT, tooLarge(name));
  return (
    excess &&
    new StateFailure(RUNTIME, `The state/task '${name}' returned a result with more than ${MAX_DEPTH} levels of lists and objects.`)
  );
}

/** Bytes of a thread's variables after an assignment. @throws StateFailure for a variable that is too large or too deep */
export function bytesAfter(assigned: JsonObject, before: JsonObject, bytes = 0): number {
  let sum = bytes;
  for (const [name, value] of Object.entries(assigned)) {
    const excess = excessOf(value);
    if (excess === 'bytes') throw new StateFailure(DATA_LIMIT, `The variable '${name}' has more than ${MAX_PAYLOAD} bytes.`);
    if (excess) throw new StateFailure(RUNTIME, `The variable '${name}' has more than ${MAX_DEPTH} levels of lists and objects.`);
    const replaced = memberOf(before, name);
    sum += bytesOf(value) - (replaced === undefined ? 0 : bytesOf(replaced));
  }
  return sum;
}

const bytesOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value));

/** The limit of payloads that a value exceeds. The value's text is written only where a quick look leaves the size open. */
function excessOf(value: Json): 'bytes' | 'depth' | undefined {
  let left = SURELY_SMALL;
  let isDeep = false;
  const isSmall = (part: Json, level: number): boolean => {
    if (typeof part === 'string') left -= part.length + 2;
    else if (typeof part === 'object' && part !== null) {
      left -= 2;
      if (level > MAX_DEPTH) isDeep = true;
      else if (isList(part)) {
        for (const element of part) if (left < 0 || !isSmall(element, level + 1)) return false;
      } else {
        for (const name in part as JsonObject) {
          left -= name.length + 4;
          if (left < 0 || !isSmall((part as JsonObject)[name]!, level + 1)) return false;
        }
      }
    } else left -= 24;
    return left >= 0 && !isDeep;
  };
  if (isSmall(value, 1)) return undefined;
  if (isDeep || isDeeper(value, MAX_DEPTH)) return 'depth';
  return bytesOf(value) > MAX_PAYLOAD ? 'bytes' : undefined;
}

function isDeeper(value: Json, levels: number): boolean {
  if (isList(value)) return levels === 0 || value.some((element) => isDeeper(element, levels - 1));
  if (!isObject(value)) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
