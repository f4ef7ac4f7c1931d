// A consumer group: who is in it, and what each member reads. Members join, the leader among them shares the partitions out, and each
// fetches its share. Losing a group with the process is harmless: its members join again, and its offsets are records.
// https://cwiki.apache.org/confluence/display/KAFKA/Kafka+Client-side+Assignment+Proposal
import type { Ctx } from '#core/ctx';
import type { RequestOf, ResponseOf } from '#lib/kafka/api';
import { ERRORS, type ErrorName } from '#lib/kafka/error-codes';
import type { HEARTBEAT, JOIN_GROUP, SYNC_GROUP } from '#lib/kafka/messages/groups';
import { clusterSignal, groupSignal } from '#services/kafka/signals';

type Join = RequestOf<typeof JOIN_GROUP>;
type Joined = ResponseOf<typeof JOIN_GROUP>;
type Sync = RequestOf<typeof SYNC_GROUP>;
type Beat = Pick<RequestOf<typeof HEARTBEAT>, 'member' | 'generation'>;

/** Limit: session timeout of a consumer. */
const MIN_SESSION_MS = 1;
/** Limit: session timeout of a consumer. */
const MAX_SESSION_MS = 1_800_000;
/** Limit: members of a consumer group. */
const MAX_MEMBERS = 1000;
/** Clients that ask for ids and never join. */
const MAX_TOLD = 1000;
const NOTHING = Buffer.alloc(0);

export interface Member {
  readonly id: string;
  readonly instance: string | null;
  readonly clientId: string;
  readonly clientHost: string;
  sessionMs: number;
  rebalanceMs: number;
  protocols: Join['protocols'];
  /** The member is removed at this time unless it sends a request first. */
  expiresMs: number;
  assignment: Buffer;
  /** Set while it waits for the others to join. */
  joining: ((answer: Joined) => void) | undefined;
}

export type GroupState = 'Empty' | 'PreparingRebalance' | 'CompletingRebalance' | 'Stable';

export interface Joiner {
  readonly clientId: string;
  readonly clientHost: string;
  /** From version 4 on, new members are told their id before they join. */
  readonly needsId: boolean;
}

export class Group {
  readonly members = new Map<string, Member>();
  readonly #id: string;
  readonly #clusterId: string;
  readonly #ctx: Ctx;
  state: GroupState = 'Empty';
  generation = 0;
  kind = '';
  protocol = '';
  #leader = '';
  /** Ids that were told to clients which have not joined yet. */
  readonly #told = new Set<string>();
  #waitsForShare: (() => void)[] = [];
  #watching = false;

  constructor(id: string, clusterId: string, ctx: Ctx) {
    this.#id = id;
    this.#clusterId = clusterId;
    this.#ctx = ctx;
  }

  async join(request: Join, joiner: Joiner): Promise<Joined> {
    const refused = (error: ErrorName, member = request.member): Joined => ({
      ...{ throttleMs: 0, error: ERRORS[error], generation: -1, protocol: '', leader: '', member, members: [] },
    });
    const { sessionMs, instance, kind, protocols } = request;
    if (sessionMs < MIN_SESSION_MS || sessionMs > MAX_SESSION_MS) return refused('INVALID_SESSION_TIMEOUT');
    if (protocols.length === 0 || (this.members.size > 0 && !this.#accepts(kind, protocols))) return refused('INCONSISTENT_GROUP_PROTOCOL');
    const known = instance === null ? undefined : [...this.members.values()].find((member) => member.instance === instance);
    if (request.member === '' && !known) {
      if (this.members.size >= MAX_MEMBERS) return refused('GROUP_MAX_SIZE_REACHED');
      const id = `${instance ?? joiner.clientId}-${this.#ctx.id()}`;
      if (joiner.needsId && instance === null) {
        if (this.#told.size >= MAX_TOLD) this.#told.clear();
        this.#told.add(id);
        return refused('MEMBER_ID_REQUIRED', id);
      }
      return this.#enter(id, request, joiner);
    }
    const id = known?.id ?? request.member;
    if (!this.members.has(id) && !this.#told.delete(id)) return refused('UNKNOWN_MEMBER_ID');
    return this.#enter(id, request, joiner);
  }

  #accepts(kind: string, protocols: Join['protocols']): boolean {
    const common = (member: Member): boolean => member.protocols.some(({ name }) => protocols.some((one) => one.name === name));
    return kind === this.kind && [...this.members.values()].every(common);
  }

  #enter(id: string, request: Join, { clientId, clientHost }: Joiner): Promise<Joined> {
    const { sessionMs, protocols, instance, kind } = request;
    const rebalanceMs = request.rebalanceMs < 0 ? sessionMs : request.rebalanceMs;
    const member: Member = this.members.get(id) ?? {
      ...{ id, instance, clientId, clientHost, sessionMs, rebalanceMs, protocols, expiresMs: 0, assignment: NOTHING, joining: undefined },
    };
    Object.assign(member, { sessionMs, rebalanceMs, protocols });
    this.kind = kind;
    this.members.set(id, member);
    this.#hear(member);
    const joined = new Promise<Joined>((resolve) => {
      member.joining = resolve;
    });
    this.#prepare();
    void this.#watch();
    return joined;
  }

  /** All are to join again: whoever has not done so when the time is over, is out. */
  #prepare(): void {
    const isNew = this.state !== 'PreparingRebalance';
    this.state = 'PreparingRebalance';
    this.#share();
    if (isNew) {
      // A heartbeat may stand behind a long poll on the same connection: ending these tells the member sooner.
      this.#ctx.wake(clusterSignal(this.#clusterId));
      void this.#endJoining().catch(() => undefined);
    }
    this.#complete();
  }

  /** Wakes members that wait in SyncGroup: their assignment is ready, or the round was called off. */
  #share(): void {
    for (const go of this.#waitsForShare.splice(0)) go();
  }

  async #endJoining(): Promise<void> {
    const generation = this.generation;
    const mostMs = Math.max(...[...this.members.values()].map(({ rebalanceMs }) => rebalanceMs));
    const untilMs = this.#ctx.now() + mostMs;
    const isOn = () => this.state === 'PreparingRebalance' && this.generation === generation;
    while (isOn() && this.#ctx.now() < untilMs) await this.#wait(untilMs);
    if (!isOn()) return;
    for (const [id, member] of this.members) if (!member.joining) this.members.delete(id);
    this.#complete();
  }

  /** The next generation begins, once all have joined. */
  #complete(): void {
    const all = [...this.members.values()];
    if (this.state !== 'PreparingRebalance' || !all.every(({ joining }) => joining)) return;
    this.generation++;
    if (all.length === 0) {
      this.state = 'Empty';
      this.#wake();
      return;
    }
    this.state = 'CompletingRebalance';
    this.#leader = this.members.has(this.#leader) ? this.#leader : all[0]!.id;
    const names = all[0]!.protocols.map(({ name }) => name);
    this.protocol = names.find((name) => all.every(({ protocols }) => protocols.some((one) => one.name === name))) ?? '';
    const members = all.map(({ id, instance, protocols }) => ({
      member: id,
      instance,
      metadata: protocols.find(({ name }) => name === this.protocol)?.metadata ?? NOTHING,
    }));
    const { generation, protocol } = this;
    for (const member of all) {
      const answer = { throttleMs: 0, error: 0, generation, protocol, leader: this.#leader, member: member.id };
      member.assignment = NOTHING;
      this.#hear(member);
      member.joining?.({ ...answer, members: member.id === this.#leader ? members : [] });
      member.joining = undefined;
    }
    this.#wake();
  }

  async sync({ member: id, generation, assignments }: Sync): Promise<ResponseOf<typeof SYNC_GROUP>> {
    const answer = (error: ErrorName, assignment: Buffer = NOTHING) => ({ throttleMs: 0, error: ERRORS[error], assignment });
    const wrong = this.#problemOf({ member: id, generation });
    if (wrong) return answer(wrong);
    if (this.state === 'CompletingRebalance') {
      if (id === this.#leader) {
        for (const { member, assignment } of assignments) {
          const one = this.members.get(member);
          if (one) one.assignment = Buffer.from(assignment);
        }
        this.state = 'Stable';
        this.#share();
      } else await new Promise<void>((resolve) => this.#waitsForShare.push(resolve));
    }
    const member = this.members.get(id);
    if (!member || this.state !== 'Stable' || this.generation !== generation) return answer('REBALANCE_IN_PROGRESS');
    this.#hear(member);
    return answer('NONE', member.assignment);
  }

  /** Why a member may not go on; undefined where it may. A heartbeat and a commit tell so. */
  problemOf(beat: Beat): ErrorName | undefined {
    const wrong = this.#problemOf(beat);
    const member = this.members.get(beat.member);
    if (member) this.#hear(member);
    return wrong ?? (this.state === 'PreparingRebalance' ? 'REBALANCE_IN_PROGRESS' : undefined);
  }

  #problemOf({ member, generation }: Beat): ErrorName | undefined {
    if (!this.members.has(member)) return 'UNKNOWN_MEMBER_ID';
    return generation === this.generation ? undefined : 'ILLEGAL_GENERATION';
  }

  /** Removes a member by its id or, if it is static, by its instance id. */
  leave(id: string, instance: string | null): ErrorName {
    const member = this.members.get(id) ?? [...this.members.values()].find((one) => instance !== null && one.instance === instance);
    if (!member) return 'UNKNOWN_MEMBER_ID';
    this.#remove(member);
    return 'NONE';
  }

  #remove(member: Member): void {
    this.members.delete(member.id);
    member.joining?.({
      throttleMs: 0,
      error: ERRORS.UNKNOWN_MEMBER_ID,
      generation: -1,
      protocol: '',
      leader: '',
      member: member.id,
      members: [],
    });
    this.#prepare();
  }

  #hear(member: Member): void {
    member.expiresMs = this.#ctx.now() + member.sessionMs;
  }

  /** Members that are not heard of for longer than their session are out. One watch runs while there are members. */
  async #watch(): Promise<void> {
    if (this.#watching) return;
    this.#watching = true;
    try {
      while (this.members.size > 0) {
        await this.#wait(Math.min(...[...this.members.values()].map(({ expiresMs }) => expiresMs)));
        for (const member of [...this.members.values()])
          if (member.joining) this.#hear(member);
          else if (member.expiresMs <= this.#ctx.now()) this.#remove(member);
      }
    } catch {
      // The state was replaced, or the emulator is stopping: the group is over with its broker.
    } finally {
      this.#watching = false;
    }
  }

  #wake(): void {
    this.#ctx.wake(groupSignal(this.#clusterId, this.#id));
  }

  /** The emulator stops: nothing waits any more. */
  async #wait(untilMs: number): Promise<void> {
    await this.#ctx.wait(groupSignal(this.#clusterId, this.#id), untilMs);
    if (this.#ctx.signal.aborted) throw new Error('The emulator is stopping.');
  }
}
