// Finds the state that a test names: the only one of a definition, or one of a whole machine.
import type { Ctx } from '#core/ctx';
import { isObject } from '#lib/json-object';
import { fault } from '#model/states';
import { checkText } from '#services/states/definitions';
import { describeDiagnostics } from '#services/states/language/definition/diagnostics';
import type { Thread } from '#services/states/language/interpreter/execution';
import { groupsOf, type Machine, type State, type StateGroup } from '#services/states/language/machine';

export interface TestedDefinition {
  readonly machine: Machine;
  readonly name: string;
  readonly state: State;
  readonly place: Thread['place'];
  /** It is a state of the iterations of a Map state. */
  readonly isInMap: boolean;
}

/** The name of a state that is tested by itself, and of every state in the context object (recorded). */
export const STATE_NAME = 'StateName';

/** @throws Fault InvalidDefinition, ValidationException */
export async function findTested(definition: string, stateName: string | undefined, ctx: Ctx): Promise<TestedDefinition> {
  const isPartial = stateName === undefined;
  const { machine, diagnostics } = await checkText(isPartial ? asMachine(definition) : definition, 'STANDARD', ctx, isPartial);
  if (!machine) throw fault('InvalidDefinition', describeDiagnostics(diagnostics));
  const found = findIn(machine, stateName ?? STATE_NAME, [], false);
  if (!found) throw fault('ValidationException', 'State not found in definition');
  return { machine, ...found };
}

/** A text that is no JSON, or no object, stays what it is: the check tells it. */
function asMachine(definition: string): string {
  try {
    const state: unknown = JSON.parse(definition);
    if (!isObject(state)) return definition;
    return JSON.stringify({ StartAt: STATE_NAME, States: { [STATE_NAME]: state } });
  } catch {
    return definition;
  }
}

function findIn(group: StateGroup, name: string, place: Thread['place'], isInMap: boolean): Omit<TestedDefinition, 'machine'> | undefined {
  if (Object.hasOwn(group.States, name)) return { name, state: group.States[name]!, place, isInMap };
  for (const [outer, state] of Object.entries(group.States)) {
    for (const [index, inner] of groupsOf(state).entries()) {
      const found = findIn(inner.group, name, [...place, outer, index], isInMap || state.Type === 'Map');
      if (found) return found;
    }
  }
  return undefined;
}
