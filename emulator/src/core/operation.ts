// How a service declares its operations: bound to the generated model, so that the compiler checks names, inputs, outputs and errors.
import type { Ctx } from './ctx.ts';
import { Fault, type FaultOptions } from './fault.ts';

/** A generated model, as types. */
export interface Model {
  operations: Record<string, { input: object; output: object }>;
  faults: string;
}

/** Input or output of an operation that has none. */
export type Nothing = Record<never, never>;

/** One operation of one service: `run(input, ctx)` returns the output, or throws a Fault. */
export interface Operation<Name extends string = string> {
  readonly name: Name;
  run(input: never, ctx: Ctx): unknown;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a handler without an output may end without a return
type Answer<Output> = Nothing extends Output ? Output | void : Output;

/**
 * Called once per model, by the generated `#model/<service>`.
 * @public
 */
export const bind = <M extends Model>() => ({
  /** `export const DescribeRule = operation('DescribeRule', (input, ctx) => …)`: the constant's name is the operation's. */
  operation: <N extends keyof M['operations'] & string>(
    name: N,
    run: (
      input: M['operations'][N]['input'],
      ctx: Ctx,
    ) => Answer<M['operations'][N]['output']> | Promise<Answer<M['operations'][N]['output']>>,
  ): Operation<N> => ({ name, run }),
  /** An error of the model, which defines its status and wire code. */
  fault: (name: M['faults'], message: string, members?: Readonly<Record<string, unknown>>): Fault =>
    new Fault(name, message, members ? { members } : {}),
});

/** An error that clients receive although no model lists it, e.g. `ValidationException`. */
export const unmodelled = (code: string, message: string, options: FaultOptions = {}): Fault => new Fault(code, message, options);
