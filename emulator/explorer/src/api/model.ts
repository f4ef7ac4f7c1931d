// Types of inputs and outputs as they are on the wire: from the models of the emulator, with times as numbers and bytes as base64.
import type { Models } from '#model/index';

export type ServiceId = keyof Models & string;
export type OperationOf<S extends ServiceId> = keyof Models[S]['operations'] & string;

type Wire<T> = T extends string
  ? string
  : T extends Date
    ? number
    : T extends Uint8Array
      ? string
      : T extends readonly (infer I)[]
        ? Wire<I>[]
        : T extends object
          ? { [K in keyof T]: Wire<T[K]> }
          : T;
type Operation<S extends ServiceId, O extends OperationOf<S>> = Models[S]['operations'][O] extends { input: infer I; output: infer R }
  ? { input: I; output: R }
  : never;

/** Services whose members begin with a small letter on the wire and with a capital in the model. */
type CamelCaseService = 'apigatewayv2' | 'kafka';
type CamelCase<T> = T extends readonly (infer I)[]
  ? CamelCase<I>[]
  : T extends object
    ? { [K in keyof T as string extends K ? K : Uncapitalize<K & string>]: CamelCase<T[K]> }
    : T;
type WireNames<S, T> = S extends CamelCaseService ? CamelCase<T> : T;

export type InputOf<S extends ServiceId, O extends OperationOf<S>> = WireNames<S, Wire<Operation<S, O>['input']>>;
export type OutputOf<S extends ServiceId, O extends OperationOf<S>> = WireNames<S, Wire<Operation<S, O>['output']>>;

/** One call, as data: it can be made, and it can be shown as a command. */
export interface Call {
  readonly service: ServiceId;
  readonly operation: string;
  readonly input: object;
}

export const callOf = <S extends ServiceId, O extends OperationOf<S>>(service: S, operation: O, input: InputOf<S, O>): Call => ({
  service,
  operation,
  input: input as object,
});

/** Account and region that calls are made in. */
export interface Scope {
  readonly account: string;
  readonly region: string;
}
