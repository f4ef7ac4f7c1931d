// Where clients find the brokers of a cluster: at the broker of the emulator, which opens with the first question, or at a real one.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { brokersOf, listenAddress } from '#services/kafka/broker/brokers';
import type { ClusterRecord } from '#services/kafka/state';

export async function bootstrapServers(cluster: Frozen<ClusterRecord>, ctx: Ctx): Promise<readonly string[]> {
  const { KAFKA_BOOTSTRAP, KAFKA_LISTEN } = ctx.options;
  const real = KAFKA_BOOTSTRAP.split(',')
    .map((text) => text.trim())
    .filter(Boolean);
  if (real.length > 0) return real;
  const { host } = listenAddress(KAFKA_LISTEN);
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return [`${reached}:${await brokersOf(ctx).port(cluster, ctx)}`];
}
