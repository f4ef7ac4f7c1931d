// The functions that the service adds to the query language, and the functions that read the clock or draw numbers.
// https://docs.aws.amazon.com/step-functions/latest/dg/transforming-data.html; what they do at the edges was measured:
// https://github.com/floci-io/floci/pull/2676
import { type Chance, seededRandom } from '#services/states/language/chance';
import { hashOf, isAlgorithm, partitionOf } from '#services/states/language/intrinsics/functions';
import type { Json } from '#services/states/language/json';
import { readJson } from '#services/states/language/read-json';
import type { CompiledExpression, EngineFailure } from './expression-engine.ts';
import { MAX_RANGE, tooLarge } from './expression-limits.ts';

const refuse = (message: string): never => {
  throw { code: 'D3137', message } satisfies EngineFailure;
};

/** `chance` is that of the evaluation under way. */
export function addFunctions(compiled: CompiledExpression, chance: () => Chance): void {
  compiled.registerFunction('partition', partition, '<a-n?:a>');
  compiled.registerFunction('range', range, '<nnn?:x>');
  compiled.registerFunction('hash', hash, '<xs?:s>');
  compiled.registerFunction('random', (seed?: number) => (seed === undefined ? chance().random() : seededRandom(seed)), '<n?:n>');
  compiled.registerFunction('uuid', () => chance().uuid(), '<:s>');
  compiled.registerFunction('parse', parse, '<s-:x>');
  // It is not there in the cloud: a call is T1006.
  compiled.assign('eval', undefined);
  compiled.registerFunction('millis', () => chance().nowMs, '<:n>');
}

/** Sizes are rounded towards zero. Nothing comes of a size of zero and of an empty list; without a size all is one part. */
function partition(list: Json[] | undefined, size?: number): Json[] | undefined {
  if (list === undefined || list.length === 0) return undefined;
  if (size === undefined) return [list];
  const whole = Math.trunc(size);
  if (whole < 0) refuse('Second argument must be zero or greater');
  return whole === 0 ? undefined : partitionOf(list, whole);
}

/** Bounds are rounded towards zero. Nothing comes of a step that does not lead from the first to the last. A sequence of one is its only value (recorded). */
function range(from: number, to: number, by?: number): number | number[] | undefined {
  const [first, last, step] = [Math.trunc(from), Math.trunc(to), Math.trunc(by ?? 0)];
  if (step === 0 || (step > 0 && first > last) || (step < 0 && first < last)) return undefined;
  const count = Math.floor((last - first) / step) + 1;
  if (count === 1) return first;
  if (count > MAX_RANGE) throw tooLarge();
  return Array.from({ length: count }, (_, index) => first + index * step);
}

function hash(data: Json | undefined, name?: string): string | undefined {
  if (data === undefined || name === undefined) return undefined;
  if (!isAlgorithm(name)) refuse(`Hash algorithm '${name}' must be one of SHA-1, SHA-384, SHA-256, SHA-512, MD5`);
  return hashOf(data, name);
}

function parse(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined;
  try {
    return readJson(text);
  } catch {
    return refuse('Invalid JSON');
  }
}
