// Checks a definition, and reads it: nothing that it refuses ever runs.
import type { Expressions } from '#services/states/language/expressions/expressions';
import { isList, isObject, type Json, type JsonObject } from '#services/states/language/json';
import { checkFields, checkState, type DefinitionCheck, requireFields } from './check-state.ts';
import { type Diagnostic, Findings } from './diagnostics.ts';
import { type Fields, GROUP_FIELDS, MACHINE_FIELDS, PROCESSOR_CONFIG_FIELDS, PROCESSOR_FIELDS } from './grammar.ts';
import { jsonProblem } from './json-problem.ts';
import type { Machine, QueryLanguage } from './machine.ts';

const MAX_NAME = 80;
const MAX_LABEL = 40;
const MAX_NESTED = 100;

export interface CheckOptions {
  readonly isExpress: boolean;
  /** Needed where the definition has expressions. */
  readonly expressions: Expressions | undefined;
  /** States on the outermost level may go on to states that are not there. */
  readonly isPartial?: boolean | undefined;
}

export interface CheckedDefinition {
  /** Set where there are no errors. */
  readonly machine?: Machine | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Whether the definition may have expressions, so that the engine must be there before it is checked. */
export const mayUseExpressions = (definition: string): boolean => definition.includes('JSONata');

export function checkDefinition(definition: string, options: CheckOptions): CheckedDefinition {
  let value: Json;
  try {
    value = JSON.parse(definition);
  } catch {
    return { diagnostics: [textProblem(definition)] };
  }
  if (!isObject(value))
    return { diagnostics: [{ severity: 'ERROR', code: 'SCHEMA_VALIDATION_FAILED', message: 'Definition must be a valid JSON object' }] };
  const check: MachineCheck = { ...options, findings: new Findings(), names: new Map() };
  checkGroup(value, '', MACHINE_FIELDS, 'JSONPath', 0, check);
  const diagnostics = check.findings.all;
  return diagnostics.length > 0 ? { diagnostics } : { machine: value as unknown as Machine, diagnostics };
}

function textProblem(definition: string): Diagnostic {
  const { message, line, column } = jsonProblem(definition);
  const location = `[Source: (String)"${definition}"; line: ${line}, column: ${column}]`;
  return { severity: 'ERROR', code: 'INVALID_JSON_DESCRIPTION', message: `${message}\n at ${location}`, location };
}

interface MachineCheck extends DefinitionCheck {
  readonly isPartial?: boolean | undefined;
  /** Where each name of a state stands: names are unique in the whole machine. */
  readonly names: Map<string, string>;
}

/** `location` is that of the group: '' for the machine itself. */
function checkGroup(
  group: JsonObject,
  location: string,
  fields: Fields,
  inherited: QueryLanguage,
  depth: number,
  check: MachineCheck,
): void {
  const { findings } = check;
  if (depth > MAX_NESTED) {
    findings.add(location, `States are nested more than ${MAX_NESTED} levels deep`);
    return;
  }
  const place = location === '' ? '/' : location;
  checkFields(group, fields, location, false, check);
  if (!requireFields(group, ['States', 'StartAt'], place, check) || !isObject(group['States'])) return;
  const language = (group['QueryLanguage'] ?? inherited) as QueryLanguage;
  const states = group['States'];
  if (Object.keys(states).length === 0) findings.add(`${location}/States`, 'Value cannot be empty');
  else if (!Object.hasOwn(states, String(group['StartAt'])))
    findings.add(`${location}/StartAt`, `Missing 'StartAt' target: ${group['StartAt']}`, 'MISSING_TRANSITION_TARGET');
  for (const [name, state] of Object.entries(states)) checkNamed(name, state, `${location}/States/${name}`, language, depth, check);
  if (!check.isPartial || depth > 0) checkTargets(states, `${location}/States`, String(group['StartAt']), check);
}

function checkNamed(name: string, state: Json, location: string, inherited: QueryLanguage, depth: number, check: MachineCheck): void {
  const { findings, names } = check;
  if (name.length === 0 || name.length > MAX_NAME) findings.add(location, `The name of a state has 1 to ${MAX_NAME} characters`);
  if (names.has(name)) findings.add(location, `Duplicate State name: ${name}`, 'DUPLICATE_STATE_NAME');
  names.set(name, location);
  if (!isObject(state)) {
    findings.add(location, 'Expected value of type Object');
    return;
  }
  const language = (state['QueryLanguage'] ?? inherited) as QueryLanguage;
  if (language === 'JSONPath' && inherited === 'JSONata') {
    findings.add(location, `'QueryLanguage' can not be 'JSONPath' if set to 'JSONata' for whole state machine`);
    return;
  }
  if (!checkState(state, location, language === 'JSONata', check)) return;
  if (state['Type'] === 'Parallel') checkBranches(state['Branches'], `${location}/Branches`, language, depth, check);
  if (state['Type'] === 'Map') checkMap(state, location, language, depth, check);
}

function checkBranches(branches: Json | undefined, location: string, language: QueryLanguage, depth: number, check: MachineCheck): void {
  const { findings } = check;
  if (branches === undefined) return;
  if (!isList(branches)) {
    findings.add(location, 'Expected value of type Array');
    return;
  }
  if (branches.length === 0) {
    findings.add(location, 'Value cannot be empty');
    return;
  }
  for (const [index, branch] of branches.entries()) {
    const place = `${location}[${index}]`;
    if (isObject(branch)) checkGroup(branch, place, GROUP_FIELDS, language, depth + 1, check);
    else findings.add(place, 'Expected value of type Object');
  }
}

function checkMap(state: JsonObject, location: string, language: QueryLanguage, depth: number, check: MachineCheck): void {
  const { findings } = check;
  const name = state['ItemProcessor'] === undefined && state['Iterator'] !== undefined ? 'Iterator' : 'ItemProcessor';
  const processor = state[name];
  if (processor === undefined) return void requireFields(state, ['ItemProcessor'], location, check);
  if (!isObject(processor)) {
    findings.add(`${location}/${name}`, 'Expected value of type Object');
    return;
  }
  checkGroup(processor, `${location}/${name}`, PROCESSOR_FIELDS, language, depth + 1, check);
  const config = processor['ProcessorConfig'];
  const isDistributed = isObject(config) && config['Mode'] === 'DISTRIBUTED';
  if (isObject(config)) checkFields(config, PROCESSOR_CONFIG_FIELDS, `${location}/${name}/ProcessorConfig`, false, check);
  if (isDistributed && check.isExpress)
    findings.add(`${location}/${name}/ProcessorConfig/Mode`, 'Express state machine does not support distributed Map states');
  const label = state['Label'];
  if (typeof label === 'string' && label.length > MAX_LABEL)
    findings.add(`${location}/Label`, `Label cannot exceed ${MAX_LABEL} characters`);
  if (label === '') findings.add(`${location}/Label`, 'Label cannot be empty');
  if (!isDistributed)
    for (const field of DISTRIBUTED_FIELDS)
      if (state[field] !== undefined) findings.add(`${location}/${field}`, 'Field is only supported in Map states in DISTRIBUTED mode');
}

const DISTRIBUTED_FIELDS = ['ItemReader', 'ItemBatcher', 'ResultWriter', 'Label'];

/** Every transition has a target in the same group, and every state is reached. */
function checkTargets(states: JsonObject, location: string, start: string, { findings }: MachineCheck): void {
  const reached = new Set([start]);
  for (const [name, state] of Object.entries(states)) {
    if (!isObject(state)) continue;
    for (const { field, target } of targetsOf(state)) {
      if (target !== name) reached.add(target);
      if (!Object.hasOwn(states, target))
        findings.add(`${location}/${name}/${field}`, `Missing 'Next' target: ${target}`, 'MISSING_TRANSITION_TARGET');
    }
  }
  for (const name of Object.keys(states))
    if (!reached.has(name)) findings.add(`${location}/${name}`, `State "${name}" is not reachable.`, 'MISSING_TRANSITION_TARGET');
}

function targetsOf(state: JsonObject): { field: string; target: string }[] {
  const handlers = ['Catch', 'Choices'].flatMap((field) => {
    const list = state[field];
    return isList(list)
      ? list.map((handler, index) => ({ field: `${field}[${index}]/Next`, target: isObject(handler) ? handler['Next'] : undefined }))
      : [];
  });
  const own = ['Next', 'Default'].map((field) => ({ field, target: state[field] }));
  return [...own, ...handlers].filter((entry): entry is { field: string; target: string } => typeof entry.target === 'string');
}
