// Definitions that earlier versions of the emulator stored: there the states in a Parallel or Map state took its language.
import { groupsOf, type Machine, type QueryLanguage, type State, type StateGroup } from '#services/states/language/machine';

interface OlderGroup extends StateGroup {
  readonly QueryLanguage?: QueryLanguage | undefined;
}

/** The machine with the language of each state written at the state, so that it runs as it did. */
export function withWrittenLanguages(machine: Machine): Machine {
  return { ...machine, States: writtenIn(machine, 'JSONPath') };
}

function writtenIn({ QueryLanguage, States }: OlderGroup, around: QueryLanguage): Readonly<Record<string, State>> {
  const language = QueryLanguage ?? around;
  return Object.fromEntries(Object.entries(States).map(([name, state]) => [name, written(state, state.QueryLanguage ?? language)]));
}

function written(state: State, language: QueryLanguage): State {
  const groups = groupsOf(state).map(({ group }) => ({ ...group, States: writtenIn(group, language) }));
  if (state.Type === 'Parallel') return { ...state, QueryLanguage: language, Branches: groups };
  if (state.Type !== 'Map') return { ...state, QueryLanguage: language };
  return { ...state, QueryLanguage: language, [state.ItemProcessor ? 'ItemProcessor' : 'Iterator']: groups[0] };
}
