// The interface of the expression engine: JSONata, made synchronous when the models are generated (`models/build/expression-engine.ts`).

export interface CompiledExpression {
  registerFunction(name: string, run: (...values: never[]) => unknown, signature: string): void;
  assign(name: string | symbol, value: unknown): void;
  evaluate(input: unknown, bindings: Readonly<Record<string, unknown>>): unknown;
}

/** Parses an expression. Throws an object with `code` and `message` where it is none. */
export type ExpressionEngine = (text: string) => CompiledExpression;
