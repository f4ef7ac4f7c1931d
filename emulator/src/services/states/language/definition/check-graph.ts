// The states of a group as a graph: transitions lead to states of the group, one state ends it, and a walk from its start comes to all of them.
import { isList, isObject, type Json, type JsonObject } from '#services/states/language/json';
import type { Findings } from './diagnostics.ts';

export interface Graph {
  /** '' for the machine's own states. */
  readonly location: string;
  readonly start: string;
  readonly states: JsonObject;
}

export function checkGraph({ location, start, states }: Graph, findings: Findings): void {
  const refuse = (place: string, message: string): void => findings.add(place, message, 'MISSING_TRANSITION_TARGET');
  if (!Object.hasOwn(states, start)) refuse(`${location}/StartAt`, `Missing 'Next' target: ${start}`);
  for (const [name, state] of Object.entries(states))
    for (const { field, target } of transitionsOf(state))
      if (!Object.hasOwn(states, target)) refuse(`${location}/States/${name}/${field}`, `Missing 'Next' target: ${target}`);
  if (!Object.values(states).some(isTerminal)) {
    findings.add(undefined, 'Workflow has no terminal state', 'MISSING_END_STATE');
    return;
  }
  const reached = reachedFrom(start, states);
  for (const name of Object.keys(states)) if (!reached.has(name)) refuse(`${location}/States/${name}`, `State "${name}" is not reachable.`);
}

const isTerminal = (state: Json): boolean =>
  isObject(state) && (state['End'] === true || state['Type'] === 'Succeed' || state['Type'] === 'Fail');

function reachedFrom(start: string, states: JsonObject): ReadonlySet<string> {
  const reached = new Set<string>();
  const ahead = [start];
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    if (reached.has(name) || !Object.hasOwn(states, name)) continue;
    reached.add(name);
    ahead.push(...transitionsOf(states[name]!).map(({ target }) => target));
  }
  return reached;
}

interface Transition {
  readonly field: string;
  readonly target: string;
}

function transitionsOf(state: Json): readonly Transition[] {
  if (!isObject(state)) return [];
  const own = ['Next', 'Default'].map((field) => ({ field, target: state[field] }));
  const others = ['Catch', 'Choices'].flatMap((field) => {
    const list = state[field];
    if (!isList(list)) return [];
    return list.map((part, index) => ({ field: `${field}[${index}]/Next`, target: isObject(part) ? part['Next'] : undefined }));
  });
  return [...own, ...others].filter((transition): transition is Transition => typeof transition.target === 'string');
}
