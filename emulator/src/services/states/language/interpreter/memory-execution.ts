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
  /** Undoes the changes since the turn began. The objects stay, because their holders look at them. */
  #undo: (() => void)[] = [];
  readonly #touched = new Set<Thread | Frame>();

  constructor(execution: Execution) {
    this.execution = execution;
  }

  /** A turn begins: what happens from now on can be undone. Results are not, because the iterations that made them make them again. */
  beginTurn(): this {
    const { status, output, error, cause, events, ids } = this.execution;
    this.#touched.clear();
    this.#undo = [() => Object.assign(this.execution, { status, output, error, cause, events, ids })];
    return this;
  }
  undoTurn(): this {
    for (const undo of this.#undo.reverse()) undo();
    return this.beginTurn();
  }
  #touch<T extends Thread | Frame>(record: T): T {
    if (this.#touched.has(record)) return record;
    this.#touched.add(record);
    const before = { ...record };
    this.#undo.push(() => Object.assign(record, before));
    return record;
  }

  thread(id: number): Thread | undefined {
    const thread = this.#threads.get(id);
    return thread && this.#touch(thread);
  }
  threads(): readonly Thread[] {
    return [...this.#threads.values()].map((thread) => this.#touch(thread));
  }
  threadsOf(frame: number): readonly Thread[] {
    return this.threads().filter((thread) => thread.frame === frame);
  }
  addThread(thread: Thread): void {
    this.#threads.set(thread.id, thread);
    this.#undo.push(() => this.#threads.delete(thread.id));
  }
  removeThread(id: number): void {
    const thread = this.#threads.get(id);
    if (thread && this.#threads.delete(id)) this.#undo.push(() => this.#threads.set(id, thread));
  }
  changed(): void {}
  frame(id: number): Frame {
    return this.#touch(this.#frames.get(id)!.frame);
  }
  addFrame(frame: Frame, { items, inputs } = NO_ITEMS): void {
    this.#frames.set(frame.id, { frame, items, inputs, results: new Array<Json>(frame.size) });
    this.#undo.push(() => this.#frames.delete(frame.id));
  }
  removeFrame(id: number): void {
    const held = this.#frames.get(id);
    if (held && this.#frames.delete(id)) this.#undo.push(() => this.#frames.set(id, held));
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
