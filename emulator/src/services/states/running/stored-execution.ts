// An execution in the store. Rows are read when they are needed, copied before they change, and written together at the end of a turn.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import type { ExecutionData, Frame, FrameItems, Thread } from '#services/states/language/interpreter/execution';
import type { Json } from '#services/states/language/json';
import { type ExecutionRecord, frameItems, frameResults, frames, threads } from '#services/states/state';
import { KeptExecution } from './kept-execution.ts';

const isFrame = (record: Thread | Frame): record is Frame => 'owner' in record;

export class StoredExecution implements ExecutionData {
  readonly execution: KeptExecution;
  readonly #id: string;
  readonly #ctx: Ctx;
  readonly #threads = new Map<number, Thread>();
  readonly #frames = new Map<number, Frame>();
  readonly #newItems = new Map<number, FrameItems>();
  readonly #newResults = new Map<number, Map<number, Json>>();
  readonly #changedThreads = new Set<number>();
  /** Threads that the store does not have. */
  readonly #newThreads = new Set<number>();
  readonly #changedFrames = new Set<number>();
  readonly #removedThreads = new Set<number>();
  readonly #removedFrames = new Set<number>();

  constructor(record: ExecutionRecord, ctx: Ctx) {
    this.execution = new KeptExecution(record, ctx);
    this.#id = record.id;
    this.#ctx = ctx;
  }

  thread(id: number): Thread | undefined {
    if (this.#removedThreads.has(id)) return undefined;
    const known = this.#threads.get(id);
    if (known) return known;
    const kept = this.#ctx.records(threads).get([this.#id, id]);
    if (!kept) return undefined;
    const thread = { ...kept } as Thread;
    this.#threads.set(id, thread);
    return thread;
  }
  threads(): readonly Thread[] {
    const ids = new Set([
      ...this.#ctx
        .records(threads)
        .range([this.#id])
        .map(({ id }) => id),
      ...this.#threads.keys(),
    ]);
    return [...ids].sort((a, b) => a - b).flatMap((id) => this.thread(id) ?? []);
  }
  threadsOf(frame: number): readonly Thread[] {
    return this.threads().filter((thread) => thread.frame === frame);
  }
  addThread(thread: Thread): void {
    this.#threads.set(thread.id, thread);
    this.#newThreads.add(thread.id);
    this.#changedThreads.add(thread.id);
  }
  removeThread(id: number): void {
    this.#threads.delete(id);
    this.#removedThreads.add(id);
  }
  changed(record: Thread | Frame): void {
    (isFrame(record) ? this.#changedFrames : this.#changedThreads).add(record.id);
  }
  frame(id: number): Frame {
    const known = this.#frames.get(id);
    if (known) return known;
    const frame = { ...this.#ctx.records(frames).get([this.#id, id])! } as Frame;
    this.#frames.set(id, frame);
    return frame;
  }
  addFrame(frame: Frame, items?: FrameItems): void {
    this.#frames.set(frame.id, frame);
    this.#changedFrames.add(frame.id);
    if (items) this.#newItems.set(frame.id, items);
  }
  removeFrame(id: number): void {
    this.#removedFrames.add(id);
  }
  itemsOf(frame: number): FrameItems {
    const added = this.#newItems.get(frame);
    if (added) return added;
    const { items, inputs = items } = this.#ctx.records(frameItems).get([this.#id, frame])!;
    return { items, inputs };
  }
  setResult(frame: number, index: number, result: Json): void {
    let results = this.#newResults.get(frame);
    if (!results) this.#newResults.set(frame, (results = new Map()));
    results.set(index, result);
  }
  resultsOf({ id, size }: Frame): readonly Json[] {
    const results = new Array<Json>(size);
    for (const [[, , index], { result }] of this.#ctx.records(frameResults).entries([this.#id, id])) results[index] = result;
    for (const [index, result] of this.#newResults.get(id) ?? []) results[index] = result;
    return results;
  }

  /** Writes what has changed. The object must not be used afterwards. */
  save(tx: Tx): void {
    const id = this.#id;
    const kept = { threads: this.#ctx.records(threads), frames: this.#ctx.records(frames) };
    for (const thread of this.#removedThreads) if (!this.#newThreads.has(thread)) tx.delete(kept.threads, [id, thread]);
    for (const thread of this.#changedThreads)
      if (!this.#removedThreads.has(thread)) tx.put(kept.threads, [id, thread], this.#threads.get(thread)!);
    for (const frame of this.#changedFrames)
      if (!this.#removedFrames.has(frame)) tx.put(kept.frames, [id, frame], this.#frames.get(frame)!);
    for (const [frame, { items, inputs }] of this.#newItems)
      if (!this.#removedFrames.has(frame))
        tx.put(this.#ctx.records(frameItems), [id, frame], inputs === items ? { items } : { items, inputs });
    for (const [frame, results] of this.#newResults)
      if (!this.#removedFrames.has(frame))
        for (const [index, result] of results) tx.put(this.#ctx.records(frameResults), [id, frame, index], { result });
    for (const frame of this.#removedFrames) this.#forgetFrame(frame, tx);
  }
  #forgetFrame(frame: number, tx: Tx): void {
    const results = this.#ctx.records(frameResults);
    tx.delete(this.#ctx.records(frames), [this.#id, frame]);
    tx.delete(this.#ctx.records(frameItems), [this.#id, frame]);
    for (const [key] of results.entries([this.#id, frame])) tx.delete(results, key);
  }
}
