// The record of one resource while a step runs. Every write is an event of the stack.
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { JsonObject } from '#resources/json';
import { FailedAnswer } from '#services/cloudformation/resources/custom-answer';
import type { ResourceRecord } from '#services/cloudformation/state';
import { failureReason, type Session } from './session.ts';
import type { Outcome } from './steps/step.ts';

type Verb = 'CREATE' | 'IMPORT' | 'UPDATE' | 'DELETE';

export class Progress {
  /** As it was written last, with the properties to reach. */
  record: Frozen<ResourceRecord>;
  readonly #session: Session;
  readonly #verb: Verb;
  readonly #formerId: string;

  constructor(session: Session, verb: Verb, record: Frozen<ResourceRecord>) {
    this.#session = session;
    this.#verb = verb;
    this.record = record;
    this.#formerId = record.physicalId;
  }
  begin(reason?: string): void {
    this.#put({ ...this.record, status: `${this.#verb}_IN_PROGRESS`, reason });
  }
  /** Sets the properties to reach, which the next event shows, and those of the resource now, if there is one. */
  reach(properties: JsonObject, from?: JsonObject): void {
    this.record = { ...this.record, properties, attempt: from && { from, changedNothing: true } };
  }
  /** Writes that the update has begun to change the resource: from now on only the resource itself tells how far it has come. */
  readonly changed = (): void => {
    const { attempt } = this.record;
    if (attempt?.changedNothing !== true) return;
    this.record = { ...this.record, attempt: { from: attempt.from } };
    this.keep();
  };
  /** Writes the physical id as soon as it is known, so that a rollback finds what exists already. */
  readonly created = (physicalId: string): void => {
    if (this.record.physicalId === physicalId) return;
    const reason = this.#verb === 'CREATE' ? 'Resource creation Initiated' : this.record.reason;
    this.#put({ ...this.record, physicalId, reason });
  };
  /** Ends the step: the outcome goes into `record`. Returns true, for the walk. */
  complete(outcome: Outcome, record: Frozen<ResourceRecord>, reason?: string): true {
    this.#put({
      ...record,
      ...outcome,
      ref: outcome ? outcome.ref : record.ref,
      status: `${this.#verb}_COMPLETE`,
      reason,
      attempt: undefined,
    });
    return true;
  }
  /**
   * Ends the step. Returns false, for the walk. A resource that could not be imported is none of the stack's. One whose replacement failed is the
   * former one again; what was made in its place is left to the clean-up.
   */
  fail(error: unknown): false {
    const reason = failureReason(error, this.#session.ctx);
    const isHalfMade = this.#verb === 'UPDATE' && this.record.physicalId !== this.#formerId;
    if (isHalfMade) this.#session.leave(this.record, false);
    const named = error instanceof FailedAnswer ? error.physicalId : isHalfMade ? this.#formerId : this.record.physicalId;
    const physicalId = this.#verb === 'IMPORT' ? '' : named;
    const status = `${this.#verb}_FAILED`;
    this.#put({ ...this.record, physicalId, status, reason });
    const { logicalId, type } = this.record;
    const remedy = error instanceof Fault ? error.options.remedy : undefined;
    this.#session.failures.push({ logicalId, type, status, reason, remedy });
    return false;
  }
  /** Writes the record without an event: the resource is up to date. Returns true, for the walk. */
  keep(): true {
    this.#session.keep(this.record);
    return true;
  }
  #put(record: Frozen<ResourceRecord>): void {
    this.#session.put(record);
    this.record = record;
  }
}
