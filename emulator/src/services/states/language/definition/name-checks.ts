// Names that definitions give: to states, to Map states' executions, and to variables.
import { isList, isObject, type Json } from '#services/states/language/json';
import { isDynamicName } from '#services/states/language/template';
import type { Findings } from './diagnostics.ts';
import type { DefinitionCheck, FieldKind } from './field-check.ts';
import { text } from './field-kinds.ts';

/** Limit: characters of a state's name. */
const MAX_NAME = 80;
/** Limit: characters of the label of a Map state. */
const MAX_LABEL = 40;
/** Limit: characters of a variable's name. */
const MAX_VARIABLE = 80;
/** White space, wildcards, brackets, some punctuation and control characters: https://docs.aws.amazon.com/step-functions/latest/dg/state-map-distributed.html */
const NOT_IN_LABELS = /[\s?*<>{}[\]:;,\\|^~$#%&`"\u0000-\u001f\u007f-\u009f]/;
/** https://docs.aws.amazon.com/step-functions/latest/dg/workflow-variables.html */
const VARIABLE = /^[\p{ID_Start}_][\p{ID_Continue}]*$/u;

/** The text is recorded: https://github.com/ChristopheBougere/asl-validator/issues/69 (February 2021). */
export function checkStateName(name: string, location: string, findings: Findings): void {
  const refuse = (problem: string): void => findings.add(location, `Invalid State name: State '${name}' ${problem}`, 'INVALID_STATE_NAME');
  if (name === '') refuse('is empty');
  else if (name.length > MAX_NAME) refuse(`exceeds the ${MAX_NAME}-character limit allowed by the service`);
}

/** The texts are those of states' names, for want of a record. */
export const label: FieldKind = (value, location, check) => {
  if (typeof value !== 'string') return text(value, location, check);
  const refuse = (problem: string): void =>
    check.findings.add(location, `Invalid Label name: Label '${value}' ${problem}`, 'INVALID_LABEL_NAME');
  if (value === '') refuse('is empty');
  else if (value.length > MAX_LABEL) refuse(`exceeds the ${MAX_LABEL}-character limit allowed by the service`);
  else if (NOT_IN_LABELS.test(value)) refuse('contains invalid characters');
};

/** The variables that an `Assign` sets. Names of path states may end in `.$`. */
const assignedIn = (assign: Json | undefined): string[] =>
  isObject(assign) ? Object.keys(assign).map((name) => (isDynamicName(name) ? name.slice(0, -2) : name)) : [];

/** Names that the state, its rules or its catchers assign. */
export function assignedBy(state: Json, withCatchers = true): string[] {
  if (!isObject(state)) return [];
  const parts = [withCatchers ? state['Catch'] : undefined, state['Choices']].flatMap((some) => (isList(some) ? some : []));
  return [state, ...parts].flatMap((part) => (isObject(part) ? assignedIn(part['Assign']) : []));
}

/** `values` checks what the variables are set to. */
export const assignment =
  (values: FieldKind): FieldKind =>
  (value, location, check) => {
    for (const name of assignedIn(value)) checkVariable(name, location, check);
    values(value, location, check);
  };

function checkVariable(name: string, location: string, { findings }: DefinitionCheck): void {
  const refuse = (problem: string): void => findings.add(location, `Invalid variable name '${name}': ${problem}.`, 'INVALID_VARIABLE_NAME');
  if (name === 'states') findings.add(location, `Cannot assign to reserved variable '$states'.`, 'RESERVED_VARIABLE_NAME');
  else if (name.length > MAX_VARIABLE) refuse(`the variable name exceeds the ${MAX_VARIABLE}-character limit`);
  else if (!VARIABLE.test(name)) refuse('the variable name contains invalid characters');
}
