// An execution while it changes: what was read of it, and what has changed. Made once per write; `save` writes it.

import type { Head, HeadRecord } from './head.ts';
import type { EventDetails, EventType, HistoryEventRecord } from './history-event.ts';
import { dueOf, isPending, type Operation, type OperationRecord } from './operation.ts';

type Changing<T> = { -readonly [member in keyof T]: T[member] };

export class Draft {
  /** As it is in the store; undefined for a new execution. */
  readonly before: Head | undefined;
  readonly nowMs: number;
  readonly changed = new Map<string, OperationRecord>();
  readonly events: HistoryEventRecord[] = [];
  /** Chained invocations that have started. */
  readonly chained: string[] = [];
  /** A copy, which changes until it is saved. */
  readonly #head: Changing<HeadRecord>;
  readonly #find: (id: string) => Operation | undefined;
  readonly #unseen: Set<string>;

  constructor(head: Head, nowMs: number, find?: (id: string) => Operation | undefined) {
    this.#head = { ...head };
    this.before = find && head;
    this.nowMs = nowMs;
    this.#find = find ?? (() => undefined);
    this.#unseen = new Set(head.unseen);
  }

  get head(): HeadRecord {
    return this.#head;
  }

  get(id: string): Operation | undefined {
    return this.changed.get(id) ?? this.#find(id);
  }

  /** The operation as the store has it. */
  stored(id: string): Operation | undefined {
    return this.#find(id);
  }

  /** Operations that changed since the function last saw them, in the order of the changes. */
  get unseen(): readonly string[] {
    return [...this.#unseen];
  }

  put(operation: OperationRecord): OperationRecord {
    const before = this.get(operation.id);
    this.changed.set(operation.id, operation);
    this.#unseen.add(operation.id);
    if (!before) this.#head.operations++;
    this.#head.pending += difference(isPending, before, operation);
    this.#head.timed += difference(isTimed, before, operation);
    return operation;
  }

  set(changes: Partial<HeadRecord>): void {
    Object.assign(this.#head, changes);
  }

  /** The function has been told of everything; or this change is none that it must be told of. */
  see(id?: string): void {
    if (id === undefined) this.#unseen.clear();
    else this.#unseen.delete(id);
  }

  record(type: EventType, operation: Operation | undefined, details: EventDetails): void {
    const id = ++this.#head.events;
    const about = operation && {
      id: operation.id,
      name: operation.name,
      subType: operation.subType,
      parentId: operation.parentId,
    };
    this.events.push({ type, id, atMs: this.nowMs, ...(about && { operation: about }), details });
  }
}

const isTimed = (operation: Operation): boolean => dueOf(operation) !== undefined;

function difference(holds: (operation: Operation) => boolean, before: Operation | undefined, after: Operation): number {
  return Number(holds(after)) - Number(before !== undefined && holds(before));
}
