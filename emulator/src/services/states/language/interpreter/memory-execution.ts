// An execution that lives in memory alone: of Express machines, of tested states, and of tests.
import type { Json } from '#services/states/language/json';
import type { Execution, ExecutionData, Frame, FrameItems, Thread } from './execution.ts';

interface HeldFrame extends FrameItems {
  readonly frame: Frame;
  readonly results: Json[];
}

const NO_ITEMS: FrameItems = { items: [], inputs: [] };

export class MemoryExecution implements ExecutionData {
  readonly execution: Execution;
  readonly #threads = new Map<number, Thread>();
  readonly #frames = new Map<number, HeldFrame>();

  constructor(execution: Execution) {
    this.execution = execution;
  }
  thread(id: number): Thread | undefined {
    return this.#threads.get(id);
  }
  threads(): readonly Thread[] {
    return [...this.#threads.values()];
  }
  threadsOf(frame: number): readonly Thread[] {
    return this.threads().filter((thread) => thread.frame === frame);
  }
  addThread(thread: Thread): void {
    this.#threads.set(thread.id, thread);
  }
  removeThread(id: number): void {
    this.#threads.delete(id);
  }
  changed(): void {}
  frame(id: number): Frame {
    return this.#frames.get(id)!.frame;
  }
  addFrame(frame: Frame, { items, inputs } = NO_ITEMS): void {
    this.#frames.set(frame.id, { frame, items, inputs, results: new Array<Json>(frame.size) });
  }
  removeFrame(id: number): void {
    this.#frames.delete(id);
  }
  itemsOf(frame: number): FrameItems {
    return this.#frames.get(frame)!;
  }
  setResult(frame: number, index: number, result: Json): void {
    this.#frames.get(frame)!.results[index] = result;
  }
  resultsOf({ id }: Frame): readonly Json[] {
    return this.#frames.get(id)!.results;
  }
}
