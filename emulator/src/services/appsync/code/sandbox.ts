// Where code of resolvers runs: a context of its own for each API, without a function of the process in reach, limited in steps and in time. A border for
// mistakes and for curiosity, not for code of strangers: SECURITY.md says so.
import { type Context, createContext, runInContext } from 'node:vm';
import { TimeLimit, TimeOver } from '#lib/time-limit';
import type { CodeError } from '#model/appsync';
import { checkCode, GLOBALS, STEP } from './check-code.ts';
import { dynamodbModule } from './inside/dynamodb-module.ts';
import { dynamodbValues } from './inside/dynamodb-values.ts';
import { filters } from './inside/filters.ts';
import { limits } from './inside/limits.ts';
import { runtime } from './inside/runtime.ts';
import { texts } from './inside/texts.ts';
import { times } from './inside/times.ts';
import type { RunFacts, RunResult } from './run-result.ts';
import { xmlToMap } from './xml-to-map.ts';

/** Limit: steps of one run of a resolver's code (runs of functions and rounds of loops). */
const MAX_STEPS = 100_000;
/** Limit: milliseconds of one run of a resolver's code. */
const MAX_MS = 200;
/** Limit: lines that one run of a resolver's code logs. */
const MAX_LOGS = 1000;
/** Limit: characters of the result of one run of a resolver's code: no answer is larger. */
const MAX_RESULT = 5 * 1024 * 1024;

interface Inside {
  begin(facts: string): void;
}

type Handlers = Readonly<Record<string, (context: string) => string>>;
type Program = (inside: Inside) => Handlers;

/** The functions run as their texts. Compilers may wrap inner functions to keep their names. */
const PRELUDE = `((host, maxSteps, maxLogs) => {
  'use strict';
  const __name = (named) => named;
  const values = (${dynamodbValues.toString()})();
  const filterParts = (${filters.toString()})(values);
  const dynamodb = (${dynamodbModule.toString()})(values, filterParts);
  return (${runtime.toString()})(
    { texts: ${texts.toString()}, times: ${times.toString()}, values, filters: filterParts, dynamodb,
      limits: ${limits.toString()} }, host, maxSteps, maxLogs);
})`;

const HOST = { xmlToMap };

export type LoadedCode = { readonly program: ResolverCode } | { readonly errors: readonly CodeError[] };

export class Sandbox {
  readonly #context: Context;
  readonly #inside: Inside;
  readonly #limit = new TimeLimit(MAX_MS);
  /** The language's own globals that the code does not have. The check refuses them; nothing is behind their names besides. */
  readonly #hidden: string;

  constructor() {
    this.#context = createContext(Object.create(null) as object, { codeGeneration: { strings: false, wasm: false } });
    const make = runInContext(PRELUDE, this.#context) as (host: typeof HOST, maxSteps: number, maxLogs: number) => Inside;
    this.#inside = make(HOST, MAX_STEPS, MAX_LOGS);
    const names = runInContext('Object.getOwnPropertyNames(globalThis).join()', this.#context) as string;
    this.#hidden = names
      .split(',')
      .filter((name) => !GLOBALS.has(name) && name !== 'eval')
      .join();
  }

  load(source: string): LoadedCode {
    const { errors, code, imports, exported } = checkCode(source);
    if (errors.length > 0) return { errors };
    const bindings = imports.map(({ module, name, local }) => {
      const member = name === '*' ? '' : `.${name}`;
      return `const ${local} = inside.modules[${JSON.stringify(module)}]${member};`;
    });
    const handlers = [...exported].map(([outer, inner]) => `...inside.handlers(${JSON.stringify(outer)}, ${inner})`);
    const text = `(inside) => {'use strict'; const { util, runtime, extensions, console, JSON, Math, Date, Array } = inside.globals; const ${STEP} = inside.step; return ((${this.#hidden}) => (() => { ${bindings.join(' ')}${code}\nreturn { ${handlers.join(', ')} }; })())(); }`;
    const program = runInContext(text, this.#context, { filename: 'code.js' }) as Program;
    return { program: new ResolverCode(program, this.#inside, this.#limit) };
  }
}

/** The code of one resolver or function. */
export class ResolverCode {
  readonly #program: Program;
  readonly #inside: Inside;
  readonly #limit: TimeLimit;

  constructor(program: Program, inside: Inside, limit: TimeLimit) {
    this.#program = program;
    this.#inside = inside;
    this.#limit = limit;
  }

  /** `context`: JSON. Undefined where the code has no such handler. Its statements outside of functions run anew each time: nothing stays. */
  run(handler: string, context: string, facts: RunFacts): RunResult | undefined {
    try {
      const text = this.#limit.runOnProcessor(() => {
        this.#inside.begin(JSON.stringify(facts));
        return this.#program(this.#inside)[handler]?.(context);
      });
      if (text === undefined) return undefined;
      if (text.length > MAX_RESULT) return failed('The result of the code is larger than 5 MB.');
      return JSON.parse(text) as RunResult;
    } catch (error) {
      if (error instanceof TimeOver) return failed(`The code ran for more than ${MAX_MS} ms.`);
      return failed(messageOf(error));
    }
  }
}

/** An error of the sandbox is none of this realm; its message may be anything. */
function messageOf(error: unknown): string {
  try {
    const { message } = error as { readonly message?: unknown };
    return typeof message === 'string' ? message : 'The code failed.';
  } catch {
    return 'The code failed.';
  }
}

const failed = (message: string): RunResult => ({
  ...{ result: null, isMissing: true, stash: {}, errors: [], logs: [], extensions: {}, responseHeaders: {} },
  error: { message, errorType: 'Code', data: null, errorInfo: null },
});
