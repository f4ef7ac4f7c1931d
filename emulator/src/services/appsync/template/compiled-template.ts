// A mapping template of a resolver: Velocity with the cloud's utilities.
import { compileProgram, type Rendered } from '#lib/vtl/compile';
import type { Dialect } from '#lib/vtl/grammar';
import { Rendering } from '#lib/vtl/rendering';
import { TemplateError } from '#lib/vtl/template-error';
import type { HostObject, ValueMap } from '#lib/vtl/values';
import type { RaisedError, RunFacts, RunResult } from '#services/appsync/code/run-result';
import { plainOf, templateValueOf } from './plain-values.ts';
import { Raised, TemplateRun } from './template-run.ts';
import { extensions, utilities } from './utilities.ts';

const DIALECT: Dialect = { missing: null, printsMissing: true, returns: true };

export interface TemplateResult extends RunResult {
  /** As the template printed it. */
  readonly text: string;
}

const raised = (message: string): RaisedError => ({ message, errorType: 'MappingTemplate', data: null, errorInfo: null });

export class CompiledTemplate {
  readonly #program: (rendering: Rendering) => Rendered;
  readonly #run = new TemplateRun();
  #utilities: HostObject | undefined;

  /** @throws TemplateError for a template that cannot be read */
  constructor(source: string) {
    this.#program = compileProgram(source, DIALECT);
  }

  /** Why the text is no template; undefined for one. */
  static errorOf(source: string): string | undefined {
    try {
      compileProgram(source, DIALECT);
      return undefined;
    } catch (error) {
      if (error instanceof TemplateError) return error.message;
      throw error;
    }
  }

  run(context: Readonly<Record<string, unknown>>, facts: RunFacts): TemplateResult {
    const run = this.#run;
    run.begin(facts);
    const ctx = templateValueOf(context) as ValueMap;
    // One thing with two names.
    if (ctx.has('arguments')) ctx.set('args', ctx.get('arguments'));
    const util = (this.#utilities ??= utilities(run));
    const rendering = new Rendering(new Map([...(['ctx', 'context'] as const).map((name) => [name, ctx] as const)]));
    for (const name of ['util', 'utils']) rendering.variables.set(name, util);
    rendering.variables.set('extensions', extensions(run));
    const { text, returned, error } = this.#rendered(rendering);
    const { errors, logs, responseHeaders } = run;
    return {
      ...{ text, errors, logs, responseHeaders, error, extensions: run.extensions },
      ...(returned
        ? { result: plainOf(returned.value, rendering), isMissing: false }
        : { result: undefined, isMissing: text.trim() === '' }),
      ...(returned && { early: { value: plainOf(returned.value, rendering), skipTo: null } }),
      stash: plainOf(ctx.get('stash'), rendering) ?? {},
    };
  }

  #rendered(rendering: Rendering): Rendered & { readonly error?: RaisedError } {
    try {
      return this.#program(rendering);
    } catch (error) {
      if (error instanceof Raised) return { text: '', error: error.raised };
      if (error instanceof TemplateError) return { text: '', error: raised(error.message) };
      throw error;
    }
  }
}
