// One half of a resolver or of a function: a handler of code, or a template.

import type { RunFacts, RunResult } from '#services/appsync/code/run-result';
import type { ResolverCode } from '#services/appsync/code/sandbox';
import type { CompiledTemplate } from '#services/appsync/template/compiled-template';

export interface Handler {
  /** Undefined where the code has no such handler. */
  run(context: Readonly<Record<string, unknown>>, facts: RunFacts): RunResult | undefined;
}

export const codeHandler = (code: ResolverCode, name: 'request' | 'response'): Handler => ({
  run: (context, facts) => code.run(name, JSON.stringify(context), facts),
});

const notJson = (reason: string) => ({ message: reason, errorType: 'MappingTemplate', data: null, errorInfo: null });

/** `isRequest`: the template of a request makes a document, that of an answer a value. */
export const templateHandler = (template: CompiledTemplate, isRequest: boolean): Handler => ({
  run: (context, facts) => {
    const { text, ...run } = template.run(context, facts);
    if (run.error || run.early) return run;
    if (text.trim() === '')
      return isRequest ? { ...run, error: notJson('Template transformation yielded an empty response.') } : { ...run, result: null };
    try {
      return { ...run, result: JSON.parse(text) as unknown, isMissing: false };
    } catch (error) {
      return { ...run, error: notJson(`Unable to parse the JSON document: '${(error as Error).message}'`) };
    }
  },
});
