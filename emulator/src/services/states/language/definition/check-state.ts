// Checks one state of a definition: its fields, its handlers and its choice rules.
import { operatorOf } from '#services/states/language/choice/comparisons';
import type { Expressions } from '#services/states/language/expressions/expressions';
import { isList, isObject, type Json, type JsonObject } from '#services/states/language/json';
import type { Findings } from './diagnostics.ts';
import { path } from './field-kinds.ts';
import { catcherFields, EXCLUSIVE, type Fields, fieldsOf, REQUIRED, RETRIER_FIELDS, ruleFields } from './grammar.ts';
import { STATE_TYPES, type StateType } from './machine.ts';

/** The state that the checks of one definition share. */
export interface DefinitionCheck {
  readonly findings: Findings;
  readonly expressions: Expressions | undefined;
  readonly isExpress: boolean;
}

const WAITS = ['Seconds', 'SecondsPath', 'Timestamp', 'TimestampPath'];
const TRANSITS: ReadonlySet<StateType> = new Set<StateType>(['Pass', 'Wait', 'Task', 'Parallel', 'Map']);

/** Refuses fields that do not belong there, and checks the values of the others. */
export function checkFields(
  value: JsonObject,
  fields: Fields,
  location: string,
  isJsonata: boolean,
  { findings, expressions }: DefinitionCheck,
): void {
  for (const [name, member] of Object.entries(value)) {
    const kind = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (kind) kind({ value: member, location: `${location}/${name}`, isJsonata, findings, expressions });
    else findings.add(`${location}/${name}`, 'Field is not supported');
  }
}

export function requireFields(value: JsonObject, names: readonly string[], location: string, { findings }: DefinitionCheck): boolean {
  const missing = names.filter((name) => !Object.hasOwn(value, name));
  if (missing.length > 0) findings.add(location, `These fields are required: [${missing.join(', ')}]`);
  return missing.length === 0;
}

/** False where the state has no type, so that nothing more can be said about it. */
export function checkState(state: JsonObject, location: string, isJsonata: boolean, check: DefinitionCheck): boolean {
  const { findings } = check;
  const type = state['Type'] as StateType;
  if (!STATE_TYPES.includes(type)) {
    if (state['Type'] === undefined) requireFields(state, ['Type'], location, check);
    else findings.add(`${location}/Type`, `The field 'Type' should have one of these values: [${STATE_TYPES.join(', ')}]`);
    return false;
  }
  requireFields(state, REQUIRED[type] ?? [], location, check);
  checkFields(state, fieldsOf(type, isJsonata), location, isJsonata, check);
  for (const pair of EXCLUSIVE)
    if (pair.every((name) => Object.hasOwn(state, name)))
      findings.add(location, `Only one of these fields may be set: [${pair.join(', ')}]`);
  if (TRANSITS.has(type)) checkTransition(state, location, check);
  if (type === 'Wait') checkWait(state, location, check);
  if (type === 'Task') checkTask(state, location, check);
  if (type === 'Choice' && state['Choices'] !== undefined) checkChoices(state['Choices'], `${location}/Choices`, isJsonata, check);
  if (state['Retry'] !== undefined) checkHandlers(state['Retry'], RETRIER_FIELDS, ['ErrorEquals'], `${location}/Retry`, isJsonata, check);
  if (state['Catch'] !== undefined)
    checkHandlers(state['Catch'], catcherFields(isJsonata), ['ErrorEquals', 'Next'], `${location}/Catch`, isJsonata, check);
  return true;
}

function checkTransition(state: JsonObject, location: string, { findings }: DefinitionCheck): void {
  const hasNext = state['Next'] !== undefined;
  if (!hasNext && state['End'] === undefined) findings.add(location, `One of these fields is required: [Next, End]`);
  else if (hasNext && state['End'] !== undefined) findings.add(location, 'Only one of these fields may be set: [Next, End]');
  else if (state['End'] === false) findings.add(`${location}/End`, `The field 'End' must be true`);
}

function checkWait(state: JsonObject, location: string, { findings }: DefinitionCheck): void {
  const set = WAITS.filter((name) => Object.hasOwn(state, name));
  if (set.length === 0) findings.add(location, `One of these fields is required: [${WAITS.join(', ')}]`);
  if (set.length > 1) findings.add(location, `Only one of these fields may be set: [${set.join(', ')}]`);
}

function checkTask(state: JsonObject, location: string, { findings, isExpress }: DefinitionCheck): void {
  const { Resource, Credentials, TimeoutSeconds, HeartbeatSeconds } = state;
  if (isObject(Credentials) && !('RoleArn' in Credentials || 'RoleArn.$' in Credentials))
    findings.add(`${location}/Credentials`, `The field 'RoleArn' is required but was missing`);
  if (typeof TimeoutSeconds === 'number' && typeof HeartbeatSeconds === 'number' && HeartbeatSeconds >= TimeoutSeconds)
    findings.add(`${location}/HeartbeatSeconds`, 'HeartbeatSeconds must be less than TimeoutSeconds');
  if (typeof Resource !== 'string' || !isExpress) return;
  const refuse = (what: string) => findings.add(`${location}/Resource`, `Express state machine does not support ${what}`);
  // The blank at the end is the service's (recorded).
  if (Resource.endsWith('.waitForTaskToken')) refuse(`'.waitForTaskToken' service integration `);
  else if (/\.sync(?::2)?$/.test(Resource)) refuse(`'.sync' service integration`);
  else if (/:activity:/.test(Resource)) refuse('Activity ARN');
}

function checkHandlers(
  handlers: Json,
  fields: Fields,
  required: readonly string[],
  location: string,
  isJsonata: boolean,
  check: DefinitionCheck,
): void {
  const { findings } = check;
  if (!isList(handlers)) {
    findings.add(location, 'Expected value of type Array');
    return;
  }
  for (const [index, handler] of handlers.entries()) {
    const place = `${location}[${index}]`;
    if (!isObject(handler)) findings.add(place, 'Expected value of type Object');
    else {
      checkFields(handler, fields, place, isJsonata, check);
      if (requireFields(handler, required, place, check))
        checkErrors(handler['ErrorEquals']!, `${place}/ErrorEquals`, index === handlers.length - 1, check);
    }
  }
}

function checkErrors(names: Json, location: string, isLast: boolean, { findings }: DefinitionCheck): void {
  if (!isList(names)) {
    findings.add(location, 'Expected value of type Array');
    return;
  }
  if (names.length === 0) {
    findings.add(location, 'Value cannot be empty');
    return;
  }
  if (!names.every((name) => typeof name === 'string')) {
    findings.add(location, 'Expected value of type String');
    return;
  }
  if (names.includes('States.ALL') && (names.length > 1 || !isLast))
    findings.add(location, 'States.ALL must appear alone and be in the last handler');
}

function checkChoices(choices: Json, location: string, isJsonata: boolean, check: DefinitionCheck): void {
  if (!isList(choices)) {
    check.findings.add(location, 'Expected value of type Array');
    return;
  }
  if (choices.length === 0) {
    check.findings.add(location, 'Value cannot be empty');
    return;
  }
  for (const [index, rule] of choices.entries()) checkRule(rule, `${location}[${index}]`, isJsonata, true, check);
}

function checkRule(rule: Json, location: string, isJsonata: boolean, isTop: boolean, check: DefinitionCheck): void {
  const { findings } = check;
  if (!isObject(rule)) {
    findings.add(location, 'Expected value of type Object');
    return;
  }
  if (isTop) requireFields(rule, isJsonata ? ['Condition', 'Next'] : ['Next'], location, check);
  else if (rule['Next'] !== undefined) findings.add(`${location}/Next`, 'Field is not supported');
  const operators = isJsonata ? [] : Object.keys(rule).filter((name) => operatorOf(name));
  const others = Object.fromEntries(Object.entries(rule).filter(([name]) => !operators.includes(name)));
  checkFields(others, ruleFields(isJsonata), location, isJsonata, check);
  if (isJsonata) return;
  const combined = ['And', 'Or', 'Not'].filter((name) => rule[name] !== undefined);
  if (operators.length + combined.length !== 1) {
    findings.add(location, 'A choice rule has exactly one comparison operator, And, Or or Not');
    return;
  }
  if (operators.length === 1) {
    checkComparison(rule, operators[0]!, location, check);
    return;
  }
  const [name] = combined as [string];
  if (name === 'Not') {
    checkRule(rule['Not']!, `${location}/Not`, false, false, check);
    return;
  }
  const inner = rule[name]!;
  if (!isList(inner) || inner.length === 0) {
    findings.add(`${location}/${name}`, isList(inner) ? 'Value cannot be empty' : 'Expected value of type Array');
    return;
  }
  for (const [index, part] of inner.entries()) checkRule(part, `${location}/${name}[${index}]`, false, false, check);
}

function checkComparison(rule: JsonObject, name: string, location: string, check: DefinitionCheck): void {
  requireFields(rule, ['Variable'], location, check);
  const value = rule[name]!;
  const place = `${location}/${name}`;
  const { findings, expressions } = check;
  if (operatorOf(name)!.isPath) {
    path({ value, location: place, isJsonata: false, findings, expressions });
    return;
  }
  const type = name.startsWith('Numeric') ? 'number' : name.startsWith('Is') || name === 'BooleanEquals' ? 'boolean' : 'string';
  if (typeof value !== type) findings.add(place, `Expected value of type ${type[0]!.toUpperCase()}${type.slice(1)}`);
}
