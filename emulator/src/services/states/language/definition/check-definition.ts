// Checks a definition, and reads it: nothing that it refuses ever runs.
import { Turns } from '#lib/kafka/turns';
import type { Expressions } from '#services/states/language/expressions/expressions';
import { isObject, type Json } from '#services/states/language/json';
import { languageOf, type Machine } from '#services/states/language/machine';
import { NestingError, readJson } from '#services/states/language/read-json';
import { checkGroup } from './check-groups.ts';
import { type Diagnostic, Findings } from './diagnostics.ts';
import { MACHINE } from './grammar.ts';
import { jsonProblem } from './json-problem.ts';

export interface CheckOptions {
  readonly isExpress: boolean;
  /** Needed where the definition has expressions. */
  readonly expressions: Expressions | undefined;
  /** States on the outermost level may go on to states that are not there. */
  readonly isPartial?: boolean | undefined;
}

export interface CheckedDefinition {
  /** Set if the definition has no errors. */
  readonly machine?: Machine | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const NO_OBJECT: Diagnostic = { severity: 'ERROR', code: 'SCHEMA_VALIDATION_FAILED', message: 'Definition must be a valid JSON object' };
const OTHER_LANGUAGE = /"QueryLanguage"\s*:\s*(?!"JSONPath")/;

/** Whether the definition may have expressions, so that the engine must be there before it is checked. */
export const mayUseExpressions = (definition: string): boolean => OTHER_LANGUAGE.test(definition);

export async function checkDefinition(definition: string, options: CheckOptions): Promise<CheckedDefinition> {
  if (definition.trim() === '') return { diagnostics: [NO_OBJECT] };
  let value: Json;
  try {
    value = readJson(definition);
  } catch (error) {
    if (error instanceof NestingError)
      return { diagnostics: [{ severity: 'ERROR', code: 'INVALID_JSON_DESCRIPTION', message: error.message }] };
    return { diagnostics: [textProblem(definition)] };
  }
  if (!isObject(value)) return { diagnostics: [NO_OBJECT] };
  const isMachineJsonata = languageOf(value['QueryLanguage']) === 'JSONata';
  const [findings, turns] = [new Findings(), new Turns()];
  const names = { names: new Set<string>(), labels: new Set<Json>(), variables: new Set<string>() };
  await checkGroup(value, MACHINE, '', 0, { ...options, ...names, findings, turns, isMachineJsonata, isJsonata: isMachineJsonata });
  const diagnostics = await findings.all(turns);
  return diagnostics.length > 0 ? { diagnostics } : { machine: value as unknown as Machine, diagnostics };
}

function textProblem(definition: string): Diagnostic {
  const { message, line, column } = jsonProblem(definition);
  const location = `[Source: (String)"${definition}"; line: ${line}, column: ${column}]`;
  return { severity: 'ERROR', code: 'INVALID_JSON_DESCRIPTION', message: `${message}\n at ${location}`, location };
}
