// Where the brokers of a topic's source are: the given ones, or those of a managed cluster.
import type { Ctx } from '#core/ctx';
import type { TopicSource } from '#lib/kafka/topic-source';
import { bootstrapServers } from '#services/kafka/clusters/bootstrap-servers';
import { clusters } from '#services/kafka/state';
import { KafkaProblem } from './kafka-problem.ts';

/** @throws KafkaProblem where the cluster does not exist */
export async function serversOf({ clusterArn, servers }: TopicSource, ctx: Ctx): Promise<readonly string[]> {
  if (clusterArn === undefined) return servers;
  const cluster = ctx.records(clusters).get([clusterArn]);
  if (!cluster) throw new KafkaProblem('CONNECTION', `the cluster ${clusterArn} does not exist`);
  return bootstrapServers(cluster, ctx);
}
