// Collects the steps of the data flow of a state that is tested, and its failure, in the form of the answer.
import type { InspectionData, TestStateInput } from '#model/states';
import type { HttpTrace } from '#services/states/integrations/task-request';
import type { HandledFailure, InspectedStep, TestedState } from '#services/states/language/interpreter/commands';
import type { Json, JsonObject } from '#services/states/language/json';
import type { State } from '#services/states/language/machine';
import { SourceTexts } from './source-texts.ts';

/** The items of a Map state, on the way to the inputs of its iterations. */
export type ItemSteps = Pick<InspectionData, 'afterItemSelector' | 'afterItemBatcher' | 'afterItemsPointer'>;

const NUMBERS: ReadonlySet<InspectedStep> = new Set(['maxConcurrency', 'toleratedFailureCount', 'toleratedFailurePercentage']);
const INPUT_STEPS: readonly InspectedStep[] = ['afterInputPath', 'afterParameters', 'afterArguments'];

export class Inspection implements TestedState {
  readonly context: JsonObject;
  readonly isMocked: boolean;
  readonly readsItems: boolean;
  readonly #steps = new Map<InspectedStep, Json>();
  #failure: { readonly error: string | undefined; readonly cause: string | undefined } | undefined;
  #handled: HandledFailure | undefined;
  /** Set by the integration, and by whoever makes the inputs of iterations. */
  http: HttpTrace | undefined;
  items: ItemSteps = {};

  constructor(context: JsonObject, { isMocked, readsItems }: Pick<TestedState, 'isMocked' | 'readsItems'>) {
    this.context = context;
    this.isMocked = isMocked;
    this.readsItems = readsItems;
  }

  inspect(step: InspectedStep, value: Json): void {
    this.#steps.set(step, value);
  }
  failed(error: string | undefined, cause: string | undefined): void {
    this.#failure ??= { error, cause };
  }
  handled(failure: HandledFailure): void {
    this.#handled = { ...this.#handled, ...failure };
  }

  get failure(): { readonly error: string | undefined; readonly cause: string | undefined } | undefined {
    return this.#failure;
  }
  get isCaught(): boolean {
    return this.#handled?.catcher !== undefined;
  }

  /** Texts of what the test gives. */
  readonly texts = new SourceTexts();

  data(input: string, variables: JsonObject, state: State, level: TestStateInput['inspectionLevel']): InspectionData | undefined {
    if (level !== 'DEBUG' && level !== 'TRACE') return undefined;
    // The data of these states begins with their result (recorded).
    const isHidden = state.Type === 'Parallel' || (state.Type === 'Pass' && state.Result !== undefined);
    const steps = [...this.#steps].filter(([step]) => !(isHidden && INPUT_STEPS.includes(step)));
    return {
      input,
      ...Object.fromEntries(steps.map(([step, value]) => [step, NUMBERS.has(step) ? value : this.texts.textOf(value)])),
      ...this.items,
      ...(Object.keys(variables).length > 0 && { variables: JSON.stringify(variables) }),
      ...(this.#handled && { errorDetails: this.#errorDetails(this.#handled) }),
      ...(level === 'TRACE' && this.http),
    };
  }

  #errorDetails({ retrier, pauseSeconds, catcher }: HandledFailure): InspectionData['errorDetails'] {
    const retryBackoffIntervalSeconds = pauseSeconds === undefined ? undefined : Math.round(pauseSeconds);
    return { retryIndex: retrier, retryBackoffIntervalSeconds, catchIndex: catcher };
  }
}
