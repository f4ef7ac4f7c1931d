// A reader's place in its consumer group: joins, learns which partitions are its own, and tells the group how far it has come.

import {
  type AssignedTopic,
  assignRanges,
  readAssignment,
  readSubscription,
  writeAssignment,
  writeSubscription,
} from '#lib/kafka/consumer-protocol';
import { ERRORS, errorName } from '#lib/kafka/error-codes';
import { HEARTBEAT, JOIN_GROUP, LEAVE_GROUP, OFFSET_COMMIT, OFFSET_FETCH, SYNC_GROUP } from '#lib/kafka/messages/groups';
import type { BrokerConnection } from './connection.ts';
import { KafkaProblem } from './kafka-problem.ts';

export const HEARTBEAT_MS = 3000;
const SESSION_MS = 45_000;
const REBALANCE_MS = 60_000;
const PROTOCOL = 'range';
/** After these, the reader joins once more. */
const JOIN_AGAIN = new Set<number>([
  ERRORS.REBALANCE_IN_PROGRESS,
  ERRORS.ILLEGAL_GENERATION,
  ERRORS.UNKNOWN_MEMBER_ID,
  ERRORS.MEMBER_ID_REQUIRED,
]);
const MAX_JOINS = 20;

export class Membership {
  readonly #group: string;
  readonly #topic: string;
  readonly #connection: BrokerConnection;
  #member = '';
  #generation = -1;

  constructor(group: string, topic: string, connection: BrokerConnection) {
    this.#group = group;
    this.#topic = topic;
    this.#connection = connection;
  }

  /** The partitions that are the reader's own from now on. @throws KafkaProblem */
  async join(all: readonly number[]): Promise<readonly number[]> {
    for (let round = 0; round < MAX_JOINS; round++) {
      const joined = await this.#connection.request(JOIN_GROUP, {
        group: this.#group,
        sessionMs: SESSION_MS,
        rebalanceMs: REBALANCE_MS,
        member: this.#member,
        instance: null,
        kind: 'consumer',
        protocols: [{ name: PROTOCOL, metadata: writeSubscription([this.#topic]) }],
      });
      this.#member = joined.error === ERRORS.UNKNOWN_MEMBER_ID ? '' : joined.member;
      if (JOIN_AGAIN.has(joined.error)) continue;
      if (joined.error !== ERRORS.NONE) throw this.#problem(joined.error);
      this.#generation = joined.generation;
      const assignments = joined.leader === joined.member ? this.#share(joined.members, all) : [];
      const { error, assignment } = await this.#connection.request(SYNC_GROUP, { ...this.#self, assignments });
      if (JOIN_AGAIN.has(error)) continue;
      if (error !== ERRORS.NONE) throw this.#problem(error);
      return this.#own(readAssignment(assignment));
    }
    throw this.#problem(ERRORS.REBALANCE_IN_PROGRESS);
  }

  get #self() {
    return { group: this.#group, generation: this.#generation, member: this.#member, instance: null };
  }

  #problem(error: number): KafkaProblem {
    return new KafkaProblem('CONNECTION', `the group ${this.#group}: ${errorName(error)}`);
  }

  /** Assigns partitions as the group's leader. Members may be foreign programs that read other topics; they get only partitions of topics known here. */
  #share(members: readonly { readonly member: string; readonly metadata: Buffer }[], all: readonly number[]) {
    const subscriptions = members.map(({ member, metadata }) => ({ member, topics: readSubscription(metadata) }));
    const shares = assignRanges(subscriptions, (topic) => (topic === this.#topic ? all.length : 0));
    return [...shares].map(([member, topics]) => ({ member, assignment: writeAssignment(topics) }));
  }

  #own = (assigned: readonly AssignedTopic[]): readonly number[] =>
    assigned.filter(({ name }) => name === this.#topic).flatMap(({ partitions }) => partitions);

  /** False where the group is to be joined again. @throws KafkaProblem */
  async heartbeat(): Promise<boolean> {
    const { error } = await this.#connection.request(HEARTBEAT, this.#self);
    if (error !== ERRORS.NONE && !JOIN_AGAIN.has(error)) throw this.#problem(error);
    return error === ERRORS.NONE;
  }

  /** By partition; partitions for which the group has no offset are left out. @throws KafkaProblem */
  async committed(partitions: readonly number[]): Promise<Map<number, number>> {
    const request = { group: this.#group, topics: [{ name: this.#topic, partitions }], onlyStable: false };
    const { topics, error } = await this.#connection.request(OFFSET_FETCH, request);
    if (error !== ERRORS.NONE) throw this.#problem(error);
    const found = topics.flatMap((topic) => topic.partitions).filter(({ offset, error: code }) => code === ERRORS.NONE && offset >= 0);
    return new Map(found.map(({ index, offset }) => [index, offset]));
  }

  /** A commit that comes too late, because others read the partition by now, is passed over. */
  async commit(offsets: ReadonlyMap<number, number>): Promise<void> {
    const partitions = [...offsets].map(([index, offset]) => ({ index, offset, leaderEpoch: -1, metadata: '' }));
    const request = { ...this.#self, retentionMs: -1, topics: [{ name: this.#topic, partitions }] };
    const { topics } = await this.#connection.request(OFFSET_COMMIT, request);
    const error = topics.flatMap((topic) => topic.partitions).find((one) => one.error !== ERRORS.NONE)?.error;
    if (error !== undefined && !JOIN_AGAIN.has(error)) throw this.#problem(error);
  }

  async leave(): Promise<void> {
    if (this.#member === '') return;
    await this.#connection.request(LEAVE_GROUP, {
      group: this.#group,
      member: this.#member,
      members: [{ member: this.#member, instance: null }],
    });
  }
}
