// The interface of the expression engine: JSONata, made synchronous when the models are generated (`models/build/expression-engine.ts`).

export interface CompiledExpression {
  registerFunction(name: string, run: (...values: never[]) => unknown, signature: string): void;
  assign(name: string | symbol, value: unknown): void;
  /** `nowMs` is the time that `$now()` tells. */
  evaluate(input: unknown, bindings: Readonly<Record<string, unknown>>, nowMs: number): unknown;
  ast(): ExpressionNode;
}

/** A part of an expression, and the parts that it has. Source: `parser.js` of the engine. */
export interface ExpressionNode {
  readonly type: string;
  /** The name of a field or a variable, the sign of an operator, or a constant. */
  readonly value?: unknown;
  readonly steps?: readonly ExpressionNode[];
  /** Names and values of an object, or one side of an operator. */
  readonly lhs?: ExpressionNode | ExpressionPairs;
  readonly rhs?: ExpressionNode | ExpressionPairs;
  readonly expression?: ExpressionNode;
  readonly expressions?: readonly ExpressionNode[];
  readonly procedure?: ExpressionNode;
  readonly arguments?: readonly ExpressionNode[];
  readonly body?: ExpressionNode;
  readonly condition?: ExpressionNode;
  readonly then?: ExpressionNode;
  readonly else?: ExpressionNode;
  /** Filters and positions behind a step. */
  readonly stages?: readonly { readonly type: string; readonly expr?: ExpressionNode; readonly value?: unknown }[];
  readonly predicate?: readonly { readonly expr?: ExpressionNode }[];
  readonly group?: { readonly lhs: ExpressionPairs };
  readonly terms?: readonly { readonly expression: ExpressionNode }[];
  readonly pattern?: ExpressionNode;
  readonly update?: ExpressionNode;
  readonly delete?: ExpressionNode;
  /** Variables that a step binds to its values and their positions. */
  readonly focus?: string;
  readonly index?: string;
}
export type ExpressionPairs = readonly (readonly [ExpressionNode, ExpressionNode])[];

/** Parses an expression. Throws an object with `code` and `message` where it is none. */
export type ExpressionEngine = (text: string) => CompiledExpression;

/** A failure of an expression: `code` is the engine's own (`T2001`), where it has one. */
export interface EngineFailure {
  readonly code?: string | undefined;
  readonly message: string;
}
