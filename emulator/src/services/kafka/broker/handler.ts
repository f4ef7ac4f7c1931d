// The handler of one kind of request, and the facts about the connection that it may use.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { Api } from '#lib/kafka/api';
import type { ClusterRecord } from '#services/kafka/state';
import type { Group } from './group.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface BrokerCall {
  readonly ctx: Ctx;
  readonly cluster: Frozen<ClusterRecord>;
  /** How the client reaches the broker: the address to which it has connected. */
  readonly address: Address;
  readonly version: number;
  readonly clientId: string;
  readonly clientHost: string;
  group(id: string): Group;
  groups(): readonly (readonly [id: string, group: Group])[];
  /** Says in the log, once for each id, that transactions are not emulated. */
  refusesTransaction(id: string): void;
  /** A group that has no members is forgotten. */
  forgetGroup(id: string): void;
  /** Tells that some group rebalances: waiting reads end, so that their members hear of it. */
  rebalances(): boolean;
}

export interface Handler {
  readonly api: Api<never, never>;
  /** Undefined where the client wants no answer. */
  answer(request: never, call: BrokerCall): unknown;
}

export const handler = <Q, A>(
  api: Api<Q, A>,
  answer: (request: Q, call: BrokerCall) => A | undefined | Promise<A | undefined>,
): Handler => ({ api: api as unknown as Handler['api'], answer: answer as unknown as Handler['answer'] });

/** The one broker that a cluster has here. */
export const NODE = 1;
