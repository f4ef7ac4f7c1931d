// Compiles mapping templates: Velocity 1.7 as the services of the cloud run it, bounded in time, depth and size.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/models-mappings.html
import type { Dialect, Evaluate, Grammar, Macro, ParsedBlock, Reference } from './grammar.ts';
import { parseBlock } from './parse-block.ts';
import { parseExpression } from './parse-expression.ts';
import { parseReference } from './parse-reference.ts';
import { Rendering } from './rendering.ts';
import { Scanner } from './scanner.ts';
import { Stop } from './stop.ts';
import { TemplateError } from './template-error.ts';
import type { Program, Value } from './values.ts';

/** Limit: levels of blocks and expressions in a mapping template. */
const MAX_NESTING = 50;
const NAME = /[A-Za-z_][\w-]*/y;

export type Template = (variables: ReadonlyMap<string, Value>) => string;

/** The dialect of API gateways. */
const PLAIN: Dialect = { missing: '', printsMissing: false, returns: false };

export interface Rendered {
  readonly text: string;
  /** Where the template returned a value in place of a text. */
  readonly returned?: { readonly value: Value } | undefined;
}

/** @throws TemplateError where the template cannot be read; the compiled one throws it where it does too much */
export function compileTemplate(source: string): Template {
  const run = compileProgram(source, PLAIN);
  return (variables) => run(new Rendering(variables)).text;
}

/** The same in another dialect, and with the rendering in hand: it counts what is done for the template besides. */
export function compileProgram(source: string, dialect: Dialect): (rendering: Rendering) => Rendered {
  const { program } = guarded(() => new Parser(new Scanner(source), { dialect, macros: new Map(), depth: 0 }).block(['']));
  return (rendering) => {
    try {
      guarded(() => program(rendering));
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      return { text: rendering.output, returned: error.returned };
    }
    return { text: rendering.output };
  };
}

interface ParserState {
  readonly dialect: Dialect;
  readonly macros: Map<string, Macro>;
  readonly depth: number;
}

/** The limits keep the stack small; the engine's own limit is the last one. */
function guarded<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof TemplateError) throw error.withLine();
    if (error instanceof RangeError) throw new TemplateError('The template is nested too deeply');
    throw error;
  }
}

class Parser implements Grammar {
  readonly scan: Scanner;
  readonly dialect: Dialect;
  readonly macros: Map<string, Macro>;
  #depth: number;

  constructor(scan: Scanner, { dialect, macros, depth }: ParserState) {
    this.scan = scan;
    this.dialect = dialect;
    this.macros = macros;
    this.#depth = depth;
  }

  expression(): Evaluate {
    return this.#nested(() => parseExpression(this));
  }

  expressions(close: string): Evaluate[] {
    const all: Evaluate[] = [];
    while (!this.scan.skipNext(close)) {
      if (this.scan.done) throw this.scan.wrong(`${close} expected`);
      if (!this.scan.skip(',')) all.push(this.expression());
    }
    return all;
  }

  reference(): Reference | undefined {
    return parseReference(this);
  }

  block(ends: readonly string[]): ParsedBlock {
    return this.#nested(() => parseBlock(this, ends));
  }

  name(): string {
    const name = this.scan.take(NAME)?.[0];
    if (name === undefined) throw this.scan.wrong('A name expected');
    return name;
  }

  inner(text: string): Program {
    const state = { dialect: this.dialect, macros: this.macros, depth: this.#depth };
    return new Parser(new Scanner(text, this.scan), state).block(['']).program;
  }

  #nested<T>(parse: () => T): T {
    const depth = this.#depth;
    if (depth >= MAX_NESTING) throw this.scan.wrong('The template is nested too deeply');
    this.#depth = depth + 1;
    try {
      return parse();
    } finally {
      this.#depth = depth;
    }
  }
}
