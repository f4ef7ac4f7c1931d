// Evaluations of code and templates, for tests of resolvers.
import type { Ctx } from '#core/ctx';
import { operation } from '#model/appsync';
import type { RaisedError, RunFacts, RunResult } from '#services/appsync/code/run-result';
import { Sandbox } from '#services/appsync/code/sandbox';
import { bad } from '#services/appsync/faults';
import { CompiledTemplate } from '#services/appsync/template/compiled-template';
import { checkRuntime } from './resolver-code.ts';

function contextIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Refused below, as every other text that is no object.
  }
  throw bad('The context must be a JSON object.');
}

const factsOf = (ctx: Ctx): RunFacts => ({ now: ctx.now(), seed: Number.parseInt(ctx.random(8), 16), authType: 'API Key Authorization' });

/** A context with both names of the arguments, and a stash. */
const whole = (context: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const args = context['arguments'] ?? context['args'] ?? {};
  return { stash: {}, ...context, arguments: args, args };
};

const outErrors = (errors: readonly RaisedError[]): string =>
  JSON.stringify(errors.map(({ message, errorType, data, errorInfo }) => ({ message, type: errorType, data, errorInfo })));

const told = (run: RunResult) => ({
  logs: [...run.logs],
  stash: JSON.stringify(run.stash),
  outErrors: outErrors(run.errors),
  ...(run.error && { error: { message: run.error.message ?? '' } }),
});

export const EvaluateCode = operation('EvaluateCode', ({ runtime, code, context, function: handler = 'request' }, ctx) => {
  checkRuntime(runtime);
  const given = whole(contextIn(context));
  const loaded = new Sandbox().load(code);
  if ('errors' in loaded) return { error: { message: 'The code contains one or more errors.', codeErrors: loaded.errors } };
  const run = loaded.program.run(handler, JSON.stringify(given), factsOf(ctx));
  if (!run) throw bad(`The code does not export a function named ${handler}.`);
  if (run.error) return told(run);
  return { evaluationResult: JSON.stringify(run.early ? run.early.value : run.result), ...told(run) };
});

export const EvaluateMappingTemplate = operation('EvaluateMappingTemplate', ({ template, context }, ctx) => {
  const given = whole(contextIn(context));
  const error = CompiledTemplate.errorOf(template);
  if (error !== undefined) return { error: { message: error } };
  const run = new CompiledTemplate(template).run(given, factsOf(ctx));
  if (run.error) return told(run);
  return { evaluationResult: run.early ? JSON.stringify(run.early.value) : run.text, ...told(run) };
});
