// The run of an execution as a tree, built from its history: states, below them the branches of Parallel and the iterations of Map.

/** One event as GetExecutionHistory answers it; times in seconds since 1970. */
export interface HistoryEvent {
  readonly id: number;
  readonly previousEventId?: number;
  readonly type: string;
  readonly timestamp: number;
  readonly [details: string]: unknown;
}

export type StepStatus = 'running' | 'succeeded' | 'failed' | 'aborted';

/** A state, a branch of a Parallel state or an iteration of a Map state. Times in milliseconds since 1970, inputs and outputs as JSON texts. */
export interface Step {
  readonly kind: 'state' | 'branch' | 'iteration';
  /** `Charge`, `branch 2` or `iteration 0`. */
  readonly name: string;
  /** The type of a state: `Task`. */
  readonly type?: string;
  readonly input?: string;
  readonly startMs: number;
  output?: string;
  endMs?: number;
  status: StepStatus;
  error?: string;
  cause?: string;
  /** Attempts after the first one, which the state's retriers made. */
  retries: number;
  readonly steps: Step[];
}

interface Details {
  readonly name?: string;
  readonly index?: number;
  readonly input?: string;
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
}

interface NestedStep {
  readonly step: Step;
  readonly above: NestedStep | undefined;
}

const FAILED = /(?:Failed|TimedOut|Aborted)$/;
const ITERATION_ENDED = /^MapIteration(?:Succeeded|Failed|Aborted)$/;
const CONTAINER_ENDED = /^(Map|Parallel)State(?:Succeeded|Failed|Aborted)$/;
const SCHEDULED = /^(?:Task|LambdaFunction|Activity)Scheduled$/;

/** The members that only this kind of event has: `taskFailedEventDetails`, and the members that all states share. */
function detailsOf(event: HistoryEvent): Details {
  const found = Object.entries(event).find(([name]) => name.endsWith('EventDetails'));
  return (found?.[1] ?? {}) as Details;
}

/** Reads histories event by event, so that an execution that goes on can be shown as it grows. */
export class RunTree {
  readonly steps: Step[] = [];
  readonly #places = new Map<number, NestedStep | undefined>();
  readonly #types = new Map<number, string>();
  readonly #scheduled = new Set<Step>();

  /** The step that the event began or ended, with its depth from 0; undefined for events within a step and of the whole execution. */
  add(event: HistoryEvent): { readonly step: Step; readonly depth: number } | undefined {
    const { id, type, previousEventId = 0 } = event;
    const details = detailsOf(event);
    const timeMs = event.timestamp * 1000;
    const previous = this.#places.get(previousEventId);
    this.#types.set(id, type);
    if (type.endsWith('StateEntered')) return this.#enter(event, details, timeMs, previous);
    if (type === 'MapIterationStarted') {
      const map = nearest(previous, ({ step }) => step.kind === 'state' && step.type === 'Map' && step.name === details.name);
      return this.#begin(id, { kind: 'iteration', name: `iteration ${details.index}`, startMs: timeMs }, map);
    }
    if (type.endsWith('StateExited')) {
      const left = nearest(previous, ({ step }) => step.kind === 'state' && step.name === details.name);
      return this.#finish(id, left, left, details, timeMs);
    }
    if (ITERATION_ENDED.test(type)) {
      const iteration = nearest(previous, ({ step }) => step.kind === 'iteration' && step.name === `iteration ${details.index}`);
      if (iteration && FAILED.test(type)) fail(iteration.step, type, details);
      return this.#finish(id, iteration, iteration?.above, details, timeMs);
    }
    const container = CONTAINER_ENDED.exec(type)?.[1];
    const place = container === undefined ? previous : nearest(previous, ({ step }) => step.type === container && step.endMs === undefined);
    this.#places.set(id, place);
    this.#note(type, details, place);
    return undefined;
  }

  #finish(id: number, ended: NestedStep | undefined, next: NestedStep | undefined, { output }: Details, timeMs: number) {
    this.#places.set(id, next);
    if (!ended) return undefined;
    const { step } = ended;
    step.endMs = timeMs;
    if (output !== undefined) step.output = output;
    endAll(step.steps, timeMs, step.status === 'running' ? 'succeeded' : 'aborted');
    if (step.status === 'running') step.status = 'succeeded';
    return { step, depth: depthOf(ended) };
  }

  /** Ends what still runs when the execution has ended. */
  end(timeMs: number, status: StepStatus): void {
    endAll(this.steps, timeMs, status);
  }

  #enter({ id, type, previousEventId = 0 }: HistoryEvent, details: Details, timeMs: number, previous: NestedStep | undefined) {
    const stateType = type.slice(0, -'StateEntered'.length);
    let above = previous?.step.kind === 'state' ? previous.above : previous;
    // Each state that follows the start of branches begins a branch; any other one follows the state before it.
    if (previous && this.#types.get(previousEventId) === 'ParallelStateStarted') {
      const name = `branch ${previous.step.steps.length + 1}`;
      above = { step: newStep({ kind: 'branch', name, startMs: timeMs }), above: previous };
      previous.step.steps.push(above.step);
    }
    const { name = '', input } = details;
    return this.#begin(id, { kind: 'state', name, type: stateType, startMs: timeMs, ...(input !== undefined && { input }) }, above);
  }

  #begin(id: number, begun: Pick<Step, 'kind' | 'name' | 'startMs' | 'input' | 'type'>, above: NestedStep | undefined) {
    const place = { step: newStep(begun), above };
    (above?.step.steps ?? this.steps).push(place.step);
    this.#places.set(id, place);
    return { step: place.step, depth: depthOf(place) };
  }

  #note(type: string, details: Details, place: NestedStep | undefined): void {
    if (place?.step.kind !== 'state') return;
    if (SCHEDULED.test(type)) {
      if (this.#scheduled.has(place.step)) place.step.retries++;
      this.#scheduled.add(place.step);
    }
    if (FAILED.test(type) && !type.startsWith('Execution')) fail(place.step, type, details);
  }
}

const newStep = (begun: Pick<Step, 'kind' | 'name' | 'startMs' | 'input' | 'type'>): Step => ({
  ...begun,
  status: 'running',
  retries: 0,
  steps: [],
});

function endAll(steps: readonly Step[], timeMs: number, status: StepStatus): void {
  for (const step of steps) {
    if (step.endMs === undefined) {
      step.endMs = timeMs;
      if (step.status === 'running') step.status = status;
    }
    endAll(step.steps, timeMs, status);
  }
}

function fail(step: Step, type: string, { error, cause }: Details): void {
  step.status = type.endsWith('Aborted') ? 'aborted' : 'failed';
  if (error !== undefined) step.error = error;
  if (cause !== undefined) step.cause = cause;
}

function nearest(from: NestedStep | undefined, fits: (place: NestedStep) => boolean): NestedStep | undefined {
  for (let place = from; place; place = place.above) if (fits(place)) return place;
  return undefined;
}

function depthOf(place: NestedStep): number {
  let depth = 0;
  for (let above = place.above; above; above = above.above) depth++;
  return depth;
}
