// Checks one state of a definition, without the groups of states in it.
import type { JsonObject } from '#services/states/language/json';
import { STATE_TYPES, type StateType } from '#services/states/language/machine';
import type { DefinitionCheck } from './field-check.ts';
import { STATES, TYPE } from './grammar.ts';
import { checkShape, requireFields } from './shape.ts';
import { checkTask } from './task-fields.ts';

const TRANSITS: ReadonlySet<StateType> = new Set<StateType>(['Pass', 'Wait', 'Task', 'Parallel', 'Map']);

/** False where the state has no type, so that nothing more can be said about it. */
export function checkState(state: JsonObject, location: string, check: DefinitionCheck): boolean {
  const type = state['Type'] as StateType;
  if (!STATE_TYPES.includes(type)) {
    if (state['Type'] === undefined) requireFields(state, ['Type'], location, check);
    else TYPE(state['Type'], `${location}/Type`, check);
    return false;
  }
  if (TRANSITS.has(type)) checkTransition(state, location, check);
  checkShape(state, STATES[type], location, check);
  if (type === 'Task') checkTask(state, location, check);
  return true;
}

/** `"End": false` is as good as none (measured: https://github.com/floci-io/floci/pull/2786, August 2026). */
function checkTransition({ Next, End }: JsonObject, location: string, { findings }: DefinitionCheck): void {
  if (Next !== undefined && End !== undefined) findings.add(location, 'There should only be one of the following fields: [Next, End]');
  else if (Next === undefined && (End === undefined || End === false))
    findings.add(location, 'This object should have only one of the following fields: [Next, End]');
}
