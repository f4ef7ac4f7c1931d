// Reads a topic as a member of its consumer group: keeps the membership alive, fetches ahead, and commits what is processed. After a failure it
// begins anew, later each time.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { readRecords } from '#lib/kafka/batches/record-batch';
import { ERRORS, errorName } from '#lib/kafka/error-codes';
import { FETCH } from '#lib/kafka/messages/records';
import type { TopicSource } from '#lib/kafka/topic-source';
import { WireError } from '#lib/kafka/wire-error';
import { namedTrace } from '#polling/batch-trace';
import { KAFKA_READER_FAILED } from '#services/kafka/messages';
import { readerSignal } from '#services/kafka/signals';
import { ClusterClient } from './cluster-client.ts';
import { credentialsOf } from './credentials.ts';
import { KafkaProblem } from './kafka-problem.ts';
import { HEARTBEAT_MS, Membership } from './membership.ts';
import { PartitionBuffer } from './partition-buffer.ts';
import { serversOf } from './servers.ts';

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
const FETCH_WAIT_MS = 5000;
const FETCH_BYTES = 8 * 1024 * 1024;
const PARTITION_BYTES = 2 * 1024 * 1024;

export class TopicReader {
  /** The partitions that are read now. */
  readonly partitions = new Map<number, PartitionBuffer>();
  /** Why nothing is read, as the mapping shows it. */
  problem: string | undefined;
  readonly #address: string;
  readonly #source: TopicSource;
  readonly #ctx: Ctx;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  #membership: Membership | undefined;
  #failures = 0;

  constructor(address: string, source: TopicSource, ctx: Ctx) {
    this.#address = address;
    this.#source = source;
    this.#ctx = ctx;
    this.#ended = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wakeLoops();
    await this.#ended;
  }

  /** As mappings name the topic: what they tell of it belongs to the same problem. */
  get #name(): string {
    const { topic, servers, clusterArn = servers.join() } = this.#source;
    return `${clusterArn}:topic/${topic}`;
  }

  get #isOver(): boolean {
    return this.#stopping.signal.aborted || this.#ctx.signal.aborted;
  }

  /** Tells the group that everything before the offset is processed. */
  async commit(partition: number, offset: number): Promise<void> {
    this.partitions.get(partition)?.forget(offset);
    try {
      await this.#membership?.commit(new Map([[partition, offset]]));
    } catch {
      // The connection is lost: the loop says so. The records are read again, as in any group.
    }
  }

  async #run(): Promise<void> {
    // The first look at a source is part of a write, in which nothing else may begin.
    await Promise.resolve();
    while (!this.#isOver) {
      let client: ClusterClient | undefined;
      try {
        const { servers, credentials } = await this.#access();
        client = new ClusterClient(servers, credentials, AbortSignal.any([this.#stopping.signal, this.#ctx.signal]));
        await this.#follow(client);
      } catch (error) {
        if (this.#isOver || error instanceof Fault) break;
        this.#fail(error);
      } finally {
        client?.close();
      }
      if (!this.#isOver) await this.#pause(Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.#failures - 1))).catch(() => undefined);
    }
  }

  async #access() {
    const credentials = await credentialsOf(this.#source, this.#ctx);
    return { credentials, servers: await serversOf(this.#source, this.#ctx) };
  }

  #fail(error: unknown): void {
    const problem =
      error instanceof KafkaProblem ? error : new KafkaProblem('CONNECTION', error instanceof Error ? error.message : String(error));
    this.#failures++;
    this.partitions.clear();
    this.#membership = undefined;
    const inS = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.#failures - 1)) / 1000;
    const { topic, servers, clusterArn = servers.join() } = this.#source;
    if (this.problem !== problem.shown)
      namedTrace(this.#name, this.#ctx).report(
        KAFKA_READER_FAILED,
        { topic, servers: clusterArn, reason: problem.message, inS },
        { what: 'problem', resource: `topic ${topic} of ${clusterArn}`, attempts: [this.#name] },
      );
    this.problem = problem.shown;
    this.#wakeReader();
  }

  /** Until the connection is lost, or the reader is stopped. */
  async #follow(client: ClusterClient): Promise<void> {
    const { topic, group } = this.#source;
    const membership = new Membership(group, topic, await client.coordinator(group));
    try {
      while (!this.#isOver) {
        const all = await client.partitions(topic);
        await this.#take(await membership.join(all), membership, client);
        await this.#readWhileMember(membership, client);
      }
    } finally {
      // The answer does not matter: the connection closes behind the request.
      if (this.#isOver) void membership.leave().catch(() => undefined);
    }
  }

  /** Begins the partitions that are new to this reader, and lets go of partitions that are not its own any more. */
  async #take(own: readonly number[], membership: Membership, client: ClusterClient): Promise<void> {
    const { topic, start } = this.#source;
    for (const partition of [...this.partitions.keys()]) if (!own.includes(partition)) this.partitions.delete(partition);
    const fresh = own.filter((partition) => !this.partitions.has(partition));
    const committed = fresh.length > 0 ? await membership.committed(fresh) : new Map<number, number>();
    for (const partition of fresh) {
      const offset = committed.get(partition);
      const first = offset ?? (await client.startOf(topic, partition, start));
      // A start that moves, such as the end of the log, is written down, so that it is the same after a restart.
      if (offset === undefined) await membership.commit(new Map([[partition, first]]));
      this.partitions.set(partition, new PartitionBuffer(first));
    }
    this.#membership = membership;
    this.#failures = 0;
    const name = this.#name;
    if (this.problem !== undefined)
      namedTrace(name, this.#ctx).reportRecovery({ attempt: name, text: `the topic ${topic} is read`, resource: name });
    this.problem = undefined;
    this.#wakeReader();
  }

  /** Ends where the group is to be joined again. */
  async #readWhileMember(membership: Membership, client: ClusterClient): Promise<void> {
    const turn = new AbortController();
    const leaders = [...client.byLeader([...this.partitions.keys()])];
    const fetching = leaders.map(([node, partitions]) => this.#fetchFrom(node, partitions, client, turn.signal));
    const beating = this.#beat(membership, turn.signal);
    try {
      // Fetching only ends early with an error.
      await Promise.race([beating, ...fetching.map((one) => one.then(() => beating))]);
    } finally {
      turn.abort();
      this.#wakeLoops();
      await Promise.allSettled([beating, ...fetching]);
    }
  }

  async #beat(membership: Membership, turn: AbortSignal): Promise<void> {
    while (!turn.aborted && !this.#isOver) {
      await this.#pause(HEARTBEAT_MS);
      if (turn.aborted || this.#isOver || !(await membership.heartbeat())) return;
    }
  }

  async #fetchFrom(node: number, partitions: readonly number[], client: ClusterClient, turn: AbortSignal): Promise<void> {
    const connection = await client.node(node, 'fetch');
    const closes = (): void => connection.close();
    turn.addEventListener('abort', closes, { once: true });
    while (!turn.aborted && !this.#isOver) {
      const wanted = partitions.filter((partition) => this.partitions.get(partition)?.hasRoom);
      if (wanted.length === 0) {
        await this.#pause(FETCH_WAIT_MS);
        continue;
      }
      const answer = await connection.request(FETCH, this.#fetchRequest(wanted)).catch((error: unknown) => {
        if (turn.aborted) return undefined;
        throw error;
      });
      if (!answer || turn.aborted) return;
      if (answer.error !== ERRORS.NONE) throw new KafkaProblem('CONNECTION', errorName(answer.error));
      for (const { index, error, records } of answer.topics.flatMap((one) => one.partitions))
        await this.#receive(index, error, records, client);
    }
  }

  #fetchRequest(wanted: readonly number[]) {
    const partitions = wanted.map((index) => ({
      ...{ index, leaderEpoch: -1, lastEpoch: -1, logStart: -1, maxBytes: PARTITION_BYTES },
      offset: this.partitions.get(index)!.fetchFrom,
    }));
    const topics = [{ name: this.#source.topic, partitions }];
    const limits = { maxWaitMs: FETCH_WAIT_MS, minBytes: 1, maxBytes: FETCH_BYTES };
    return { replica: -1, ...limits, isolation: 1, session: 0, sessionEpoch: -1, topics, forgotten: [], rack: '' };
  }

  async #receive(partition: number, error: number, bytes: Buffer | null, client: ClusterClient): Promise<void> {
    const buffer = this.partitions.get(partition);
    if (!buffer) return;
    if (error === ERRORS.OFFSET_OUT_OF_RANGE) {
      const { start, topic } = this.#source;
      const from = start.from === 'LATEST' ? 'LATEST' : 'TRIM_HORIZON';
      this.partitions.set(partition, new PartitionBuffer(await client.startOf(topic, partition, { from })));
      return this.#wakeReader();
    }
    if (error !== ERRORS.NONE)
      throw new KafkaProblem(error === ERRORS.UNKNOWN_TOPIC_OR_PARTITION ? 'TOPIC' : 'CONNECTION', errorName(error));
    if (!bytes || bytes.length === 0) return;
    const { records, end } = await readRecords(bytes);
    if (end === undefined) throw new WireError('A batch is larger than what is fetched at once.');
    buffer.add(records, end);
    this.#wakeReader();
  }

  /** Records were read out of a buffer: there may be room for more. */
  drained(): void {
    this.#wakeLoops();
  }

  #wakeReader(): void {
    if (!this.#ctx.signal.aborted) this.#ctx.wake(readerSignal(this.#address));
  }
  #wakeLoops(): void {
    this.#ctx.wake(`${readerSignal(this.#address)}/loops`);
  }
  async #pause(forMs: number): Promise<void> {
    await this.#ctx.wait(`${readerSignal(this.#address)}/loops`, this.#ctx.now() + forMs);
  }
}
