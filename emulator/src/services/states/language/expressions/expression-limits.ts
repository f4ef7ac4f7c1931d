// The limits of an expression, in the words of the cloud. Measured in us-east-1: https://github.com/floci-io/floci/issues/2737. The time is documented:
// https://docs.aws.amazon.com/step-functions/latest/dg/transforming-data.html
import type { EngineFailure } from './expression-engine.ts';

/** Limit: levels of the evaluation of an expression: `1+1+…` of 100 terms and 99 parentheses pass. */
export const MAX_DEPTH = 100;
/** Limit: numbers of a range in an expression: `[1..873782]` passes. */
export const MAX_ELEMENTS = 873_782;
/** Limit: bytes of a value in an expression, of which a number takes eight and a character one: a text of 2²² characters passes, and one of 2²³ does not. */
const MAX_BYTES = MAX_ELEMENTS * 8;
/** Limit: numbers that `$range` makes. */
export const MAX_RANGE = 360_145;

export const tooDeep = (): EngineFailure => ({
  message: 'Stack overflow error: Check for non-terminating recursive function. Consider rewriting as tail-recursive',
});
export const tooLarge = (): EngineFailure => ({ message: 'Expression evaluation memory limit exceeded: Check for excessive memory usage' });
/** The documentation tells the first three words; the rest are those of the engine's family, as in the two texts above. */
export const tooLong = (): EngineFailure => ({ message: 'Expression evaluation timeout: Check for infinite loop' });

export const isTooLarge = (value: unknown): boolean =>
  typeof value === 'string' ? value.length > MAX_BYTES : Array.isArray(value) && value.length > MAX_ELEMENTS;

/** Errors of the machine below the engine: a stack or a text that cannot grow any more. */
export function limitOf(error: unknown): EngineFailure | undefined {
  if (!(error instanceof RangeError)) return undefined;
  if (error.message.includes('call stack')) return tooDeep();
  return /^Invalid (?:string|array) length|allocation failed/.test(error.message) ? tooLarge() : undefined;
}
