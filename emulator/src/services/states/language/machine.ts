// A state machine's definition, as JSON in the shape of the language. `check-definition.ts` has checked it before anything here reads it.
import type { Json, JsonObject } from './json.ts';

export type QueryLanguage = 'JSONPath' | 'JSONata';
export const STATE_TYPES = ['Task', 'Wait', 'Pass', 'Succeed', 'Fail', 'Choice', 'Parallel', 'Map'] as const;
export type StateType = (typeof STATE_TYPES)[number];

/** The states of a machine, of a branch or of a Map's iterations. */
export interface StateGroup {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, State>>;
}

export interface Machine extends StateGroup {
  readonly QueryLanguage?: QueryLanguage | undefined;
  readonly Comment?: string | undefined;
  readonly Version?: string | undefined;
  readonly TimeoutSeconds?: number | undefined;
}

export interface ItemProcessor extends StateGroup {
  readonly ProcessorConfig?: { readonly Mode?: 'INLINE' | 'DISTRIBUTED'; readonly ExecutionType?: 'STANDARD' | 'EXPRESS' } | undefined;
}

export interface Retrier {
  readonly ErrorEquals: readonly string[];
  readonly IntervalSeconds?: number | undefined;
  readonly MaxAttempts?: number | undefined;
  readonly BackoffRate?: number | undefined;
  readonly MaxDelaySeconds?: number | undefined;
  readonly JitterStrategy?: 'FULL' | 'NONE' | undefined;
}

export interface Catcher {
  readonly ErrorEquals: readonly string[];
  readonly Next: string;
  readonly ResultPath?: string | null | undefined;
  readonly Assign?: JsonObject | undefined;
  readonly Output?: Json | undefined;
}

export interface ChoiceRule {
  readonly Next?: string | undefined;
  readonly Assign?: JsonObject | undefined;
  readonly Condition?: Json | undefined;
  readonly Output?: Json | undefined;
  readonly Variable?: string | undefined;
  readonly And?: readonly ChoiceRule[] | undefined;
  readonly Or?: readonly ChoiceRule[] | undefined;
  readonly Not?: ChoiceRule | undefined;
  /** Comparison operators, one per rule. */
  readonly [operator: string]: Json | ChoiceRule | readonly ChoiceRule[] | undefined;
}

/** All fields of all states; each type has some of them. Numbers may be expressions in states of JSONata. */
export interface State {
  readonly Type: StateType;
  readonly QueryLanguage?: QueryLanguage | undefined;
  readonly Next?: string | undefined;
  readonly End?: boolean | undefined;
  readonly InputPath?: string | null | undefined;
  readonly OutputPath?: string | null | undefined;
  readonly ResultPath?: string | null | undefined;
  readonly Parameters?: Json | undefined;
  readonly ResultSelector?: JsonObject | undefined;
  readonly Arguments?: Json | undefined;
  readonly Output?: Json | undefined;
  readonly Assign?: JsonObject | undefined;
  readonly Retry?: readonly Retrier[] | undefined;
  readonly Catch?: readonly Catcher[] | undefined;
  // Pass
  readonly Result?: Json | undefined;
  // Fail
  readonly Error?: string | undefined;
  readonly Cause?: string | undefined;
  readonly ErrorPath?: string | undefined;
  readonly CausePath?: string | undefined;
  // Wait
  readonly Seconds?: number | string | undefined;
  readonly SecondsPath?: string | undefined;
  readonly Timestamp?: string | undefined;
  readonly TimestampPath?: string | undefined;
  // Choice
  readonly Choices?: readonly ChoiceRule[] | undefined;
  readonly Default?: string | undefined;
  // Task
  readonly Resource?: string | undefined;
  readonly TimeoutSeconds?: number | string | undefined;
  readonly TimeoutSecondsPath?: string | undefined;
  readonly HeartbeatSeconds?: number | string | undefined;
  readonly HeartbeatSecondsPath?: string | undefined;
  readonly Credentials?: JsonObject | undefined;
  // Parallel
  readonly Branches?: readonly StateGroup[] | undefined;
  // Map
  readonly ItemProcessor?: ItemProcessor | undefined;
  readonly Iterator?: ItemProcessor | undefined;
  readonly Items?: Json | undefined;
  readonly ItemsPath?: string | undefined;
  readonly ItemSelector?: Json | undefined;
  readonly MaxConcurrency?: number | string | undefined;
  readonly MaxConcurrencyPath?: string | undefined;
  readonly ToleratedFailureCount?: number | string | undefined;
  readonly ToleratedFailureCountPath?: string | undefined;
  readonly ToleratedFailurePercentage?: number | string | undefined;
  readonly ToleratedFailurePercentagePath?: string | undefined;
  readonly ItemReader?: JsonObject | undefined;
  readonly ItemBatcher?: JsonObject | undefined;
  readonly ResultWriter?: JsonObject | undefined;
  readonly Label?: string | undefined;
}

/** The iterations of a Map state; older definitions call them Iterator. */
export const processorOf = ({ ItemProcessor, Iterator }: State): ItemProcessor => (ItemProcessor ?? Iterator)!;

/** The groups of states directly within a state, each with its place in the definition. */
export function groupsOf(state: State): { readonly path: string; readonly group: StateGroup }[] {
  if (state.Type === 'Parallel') return (state.Branches ?? []).map((group, index) => ({ path: `Branches[${index}]`, group }));
  if (state.Type !== 'Map') return [];
  return state.ItemProcessor ? [{ path: 'ItemProcessor', group: state.ItemProcessor }] : [{ path: 'Iterator', group: state.Iterator! }];
}

/** Any word but the exact one for paths means expressions (measured: https://github.com/floci-io/floci/issues/2735, August 2026). */
export const languageOf = (declared: Json | undefined, otherwise: QueryLanguage = 'JSONPath'): QueryLanguage =>
  declared === undefined ? otherwise : declared === 'JSONPath' ? 'JSONPath' : 'JSONata';

/** The language of a state is its own, or else that of the machine. States in Parallel and Map states do not take theirs. */
export const isJsonataState = ({ QueryLanguage }: Pick<State, 'QueryLanguage'>, machine: Pick<Machine, 'QueryLanguage'>): boolean =>
  languageOf(QueryLanguage, languageOf(machine.QueryLanguage)) === 'JSONata';

export interface LocatedState {
  readonly name: string;
  /** `/States/Ship` */
  readonly location: string;
  readonly state: State;
  readonly group: StateGroup;
  readonly isJsonata: boolean;
}

/** Every state of the machine, those within Parallel and Map states too. */
export function* statesIn(machine: Machine, group: StateGroup = machine, at = ''): Iterable<LocatedState> {
  for (const [name, state] of Object.entries(group.States)) {
    const location = `${at}/States/${name}`;
    yield { name, location, state, group, isJsonata: isJsonataState(state, machine) };
    for (const inner of groupsOf(state)) yield* statesIn(machine, inner.group, `${location}/${inner.path}`);
  }
}

export function usesExpressions(machine: Machine): boolean {
  for (const { isJsonata } of statesIn(machine)) if (isJsonata) return true;
  return false;
}
