// The brokers of all clusters: each listens at a port of its own, from the first use of its cluster on.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import type { Frozen } from '#core/records';
import { KAFKA_BROKER_OPEN, KAFKA_CONNECTION_ENDED, KAFKA_NO_TRANSACTIONS } from '#services/kafka/messages';
import { type ClusterRecord, clusters } from '#services/kafka/state';
import { serveConnection } from './connection.ts';
import { Group } from './group.ts';

/** Ids of refused transactions that are remembered, so that each is told once. */
const MAX_REFUSED_TRANSACTIONS = 100;

interface Broker {
  readonly port: number;
  readonly server: Server;
  readonly sockets: Set<Socket>;
  readonly groups: Map<string, Group>;
}

export const brokersOf = (ctx: Ctx): Brokers => ctx.own('kafka.brokers', () => new Brokers());

export class Brokers implements Owned {
  readonly #brokers = new Map<string, Promise<Broker>>();

  /** The port of the cluster's broker, which is opened where it is not yet. */
  async port(cluster: Frozen<ClusterRecord>, ctx: Ctx): Promise<number> {
    let broker = this.#brokers.get(cluster.arn);
    if (!broker) {
      broker = open(cluster, ctx.detached());
      this.#brokers.set(cluster.arn, broker);
      broker.catch(() => this.#brokers.delete(cluster.arn));
    }
    return (await broker).port;
  }

  async close(arn: string): Promise<void> {
    const broker = this.#brokers.get(arn);
    this.#brokers.delete(arn);
    await broker?.then(closeBroker, () => undefined);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#brokers.keys()].map((arn) => this.close(arn)));
  }
}

async function open(cluster: Frozen<ClusterRecord>, ctx: Ctx): Promise<Broker> {
  const { arn, id, name } = cluster;
  const groups = new Map<string, Group>();
  const sockets = new Set<Socket>();
  const refusedTransactions = new Set<string>();
  const served = {
    ctx,
    clusterArn: arn,
    groups: {
      group: (group: string) => {
        let found = groups.get(group);
        if (!found) groups.set(group, (found = new Group(group, id, ctx)));
        return found;
      },
      groups: () => [...groups],
      forgetGroup: (group: string) => void groups.delete(group),
      refusesTransaction: (transaction: string) => {
        if (refusedTransactions.has(transaction) || refusedTransactions.size >= MAX_REFUSED_TRANSACTIONS) return;
        refusedTransactions.add(transaction);
        ctx.log.write(KAFKA_NO_TRANSACTIONS, { name, transaction });
      },
      rebalancing: () => [...groups.values()].filter(({ state }) => state === 'PreparingRebalance').length,
    },
    broken: (client: string, reason: string) => ctx.log.write(KAFKA_CONNECTION_ENDED, { name, client, reason }),
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serveConnection(socket, served);
  });
  const { host, port: first } = listenAddress(ctx.options.KAFKA_LISTEN);
  const port = await listen(server, host, [...(cluster.port === undefined ? [] : [cluster.port]), first, 0]);
  if (port !== cluster.port) remember(arn, port, ctx);
  ctx.log.write(KAFKA_BROKER_OPEN, { name, host, port });
  return { port, server, sockets, groups };
}

/** `127.0.0.1:9092`, `0.0.0.0`. Without a port, a free one. */
export function listenAddress(text: string): { host: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d{1,5}))?$/.exec(text) ?? [];
  return { host: bracketed ?? (plain || '127.0.0.1'), port: Number(port ?? 0) };
}

/** At the first port that is free; 0 takes any. */
async function listen(server: Server, host: string, ports: readonly number[]): Promise<number> {
  const [port = 0, ...others] = ports;
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  } catch (error) {
    if (others.length === 0) throw error;
    return listen(server, host, others);
  }
}

/** So that clients find the broker at the same address after a restart. */
function remember(arn: string, port: number, ctx: Ctx): void {
  const cluster = ctx.records(clusters).get([arn]);
  if (cluster) ctx.write((tx) => tx.put(ctx.records(clusters), [arn], { ...cluster, port }));
}

async function closeBroker({ server, sockets }: Broker): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  for (const socket of sockets) socket.destroy();
  await closed;
}
