// Checks groups of states, and those within their Parallel and Map states. Gives way between states: a definition may have thousands of them.
import type { Turns } from '#lib/kafka/turns';
import { isList, isObject, type Json, type JsonObject } from '#services/states/language/json';
import { languageOf } from '#services/states/language/machine';
import { checkGraph } from './check-graph.ts';
import { checkState } from './check-state.ts';
import type { DefinitionCheck } from './field-check.ts';
import { list, object } from './field-kinds.ts';
import { GROUP, PROCESSOR } from './grammar.ts';
import { assignedBy, checkStateName } from './name-checks.ts';
import { checkShape, type Shape } from './shape.ts';

/** Limit: levels of Map and Parallel states in each other. */
const MAX_NESTED = 100;

export interface MachineCheck extends DefinitionCheck {
  readonly turns: Turns;
  /** States on the outermost level may go on to states that are not there. */
  readonly isPartial?: boolean | undefined;
  /** The language of the machine is that of expressions. States have no other outer language: groups have none of their own. */
  readonly isMachineJsonata: boolean;
  /** Names are unique in the whole machine. */
  readonly names: Set<string>;
  readonly labels: Set<Json>;
  /** Variables of the groups around the group that is checked: no state in it may assign them. */
  readonly variables: Set<string>;
}

/** `location` is that of the group: '' for the machine itself. */
export async function checkGroup(group: JsonObject, shape: Shape, location: string, depth: number, check: MachineCheck): Promise<void> {
  const { findings, isPartial } = check;
  if (depth > MAX_NESTED) {
    findings.add(location, `States are nested more than ${MAX_NESTED} levels deep`, 'TOO_DEEPLY_NESTED');
    return;
  }
  checkShape(group, shape, location, check);
  const { States: states, StartAt: start } = group;
  if (!isObject(states)) return;
  if (Object.keys(states).length === 0) findings.add(`${location}/States`, 'Value cannot be empty');
  const own = checkAssignments(states, location, check);
  for (const [name, state] of Object.entries(states)) {
    const place = `${location}/States/${name}`;
    checkName(name, place, check);
    await checkNested(state, place, depth, check);
    await check.turns.next();
  }
  for (const name of own) check.variables.delete(name);
  if (typeof start === 'string' && Object.keys(states).length > 0 && !(isPartial && depth === 0))
    checkGraph({ location, start, states }, findings);
}

/** Answers the variables that only this group assigns, which the groups in it find around them. */
function checkAssignments(states: JsonObject, location: string, { findings, variables }: MachineCheck): ReadonlySet<string> {
  const own = new Set<string>();
  for (const [state, fields] of Object.entries(states)) {
    // Variables of catchers do not count for the groups within (recorded, November 2024).
    for (const name of assignedBy(fields, false)) if (!variables.has(name)) own.add(name);
    for (const name of assignedBy(fields)) {
      if (variables.has(name))
        findings.add(
          `${location}/States/${state}`,
          `The variable name '${name}' was already defined in a parent scope.`,
          'DUPLICATE_VARIABLE_NAME',
        );
    }
  }
  for (const name of own) variables.add(name);
  return own;
}

function checkName(name: string, location: string, { findings, names }: MachineCheck): void {
  checkStateName(name, location, findings);
  if (names.has(name)) findings.add(location, `Duplicate State name: ${name}`, 'DUPLICATE_STATE_NAME');
  names.add(name);
}

async function checkNested(state: Json, location: string, depth: number, around: MachineCheck): Promise<void> {
  object(state, location, around);
  if (!isObject(state)) return;
  const check = ofState(state, location, around);
  if (!checkState(state, location, check)) return;
  if (state['Type'] === 'Parallel') await checkBranches(state['Branches'], `${location}/Branches`, depth, check);
  if (state['Type'] === 'Map') await checkMap(state, location, depth, check);
}

/** The language of a state is its own, or that of the machine. No state of a machine of expressions goes back to paths. */
function ofState(state: JsonObject, location: string, around: MachineCheck): MachineCheck {
  const { isMachineJsonata, findings } = around;
  const isJsonata = languageOf(state['QueryLanguage'], isMachineJsonata ? 'JSONata' : 'JSONPath') === 'JSONata';
  const isEitherLanguage = isMachineJsonata && !isJsonata;
  if (isEitherLanguage) findings.add(location, `'QueryLanguage' can not be 'JSONPath' if set to 'JSONata' for whole state machine`);
  return { ...around, isJsonata, isEitherLanguage };
}

async function checkBranches(branches: Json | undefined, location: string, depth: number, check: MachineCheck): Promise<void> {
  if (branches === undefined) return;
  list(branches, location, check);
  if (!isList(branches)) return;
  if (branches.length === 0) check.findings.add(location, 'Value cannot be empty');
  for (const [index, branch] of branches.entries()) await checkInner(branch, GROUP, `${location}[${index}]`, depth, check);
}

async function checkMap(state: JsonObject, location: string, depth: number, check: MachineCheck): Promise<void> {
  checkLabel(state['Label'], `${location}/Label`, check);
  const name = state['ItemProcessor'] === undefined && state['Iterator'] !== undefined ? 'Iterator' : 'ItemProcessor';
  const processor = state[name];
  if (processor === undefined) return;
  const within = isDistributed(processor) ? { ...check, variables: new Set<string>() } : check;
  await checkInner(processor, PROCESSOR, `${location}/${name}`, depth, within);
}

function checkLabel(label: Json | undefined, location: string, { findings, labels }: MachineCheck): void {
  if (label === undefined) return;
  if (labels.has(label)) findings.add(location, `Duplicate Label name: ${label}`, 'DUPLICATE_LABEL_NAME');
  labels.add(label);
}

/** Iterations that are executions of their own see no variables of others. */
function isDistributed(processor: Json): boolean {
  const config = isObject(processor) ? processor['ProcessorConfig'] : undefined;
  return config !== undefined && isObject(config) && config['Mode'] === 'DISTRIBUTED';
}

async function checkInner(group: Json, shape: Shape, location: string, depth: number, check: MachineCheck): Promise<void> {
  object(group, location, check);
  if (isObject(group)) await checkGroup(group, shape, location, depth + 1, check);
}
