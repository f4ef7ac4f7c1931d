// The interfaces between the parts of the compiler: a template becomes closures, and nothing of its text is looked at when it runs.
import type { Scanner } from './scanner.ts';
import type { Program, RenderingState, Value } from './values.ts';

export type Evaluate = (rendering: RenderingState) => Value;
export type Assign = (rendering: RenderingState, value: Value) => void;

/** `$a.b(c)[d]` */
export interface Reference {
  readonly value: Evaluate;
  readonly print: Program;
  /** @throws TemplateError where nothing can be assigned to it */
  assign(): Assign;
}

export interface Macro {
  readonly parameters: readonly string[];
  body: Program;
}

export interface ParsedBlock {
  readonly program: Program;
  /** The directive that ended it; '' for the end of the text. */
  readonly end: string;
}

/** Ways in which services of the cloud run templates differently. */
export interface Dialect {
  /** The value in expressions of a reference that has none. */
  readonly missing: '' | null;
  /** A reference without a value prints itself, unless it is quiet: `$!name`. */
  readonly printsMissing: boolean;
  /** `#return(value)` ends the rendering with a value. */
  readonly returns: boolean;
}

export interface Grammar {
  readonly dialect: Dialect;
  readonly scan: Scanner;
  readonly macros: Map<string, Macro>;
  expression(): Evaluate;
  /** Expressions up to a closing bracket, separated by commas. The opening one has been read. */
  expressions(close: string): Evaluate[];
  /** Undefined where the dollar is only a dollar. */
  reference(): Reference | undefined;
  /** Text and directives until one of `ends`. */
  block(ends: readonly string[]): ParsedBlock;
  /** The name at this position. */
  name(): string;
  /** The program of a text in double quotes. */
  inner(text: string): Program;
}
