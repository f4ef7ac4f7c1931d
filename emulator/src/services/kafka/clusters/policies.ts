// Resource policies of clusters, kept as records: connections to brokers are not checked by them.
import { operation } from '#model/kafka';
import { badRequest, notFound } from '#services/kafka/faults';
import { changeCluster, findCluster, newVersion } from '#services/kafka/find-cluster';

export const PutClusterPolicy = operation('PutClusterPolicy', ({ ClusterArn, Policy, CurrentVersion }, ctx) => {
  const cluster = findCluster(ClusterArn, ctx);
  if (CurrentVersion !== undefined && CurrentVersion !== cluster.policy?.version)
    throw badRequest('currentVersion', 'The request does not include the correct current version of the policy.');
  try {
    JSON.parse(Policy);
  } catch {
    throw badRequest('policy', 'The policy is not a JSON document.');
  }
  const version = newVersion(ctx);
  changeCluster(cluster, { policy: { text: Policy, version } }, ctx);
  return { CurrentVersion: version };
});

export const GetClusterPolicy = operation('GetClusterPolicy', ({ ClusterArn }, ctx) => {
  const { policy } = findCluster(ClusterArn, ctx);
  if (!policy) throw notFound('clusterArn', 'The specified cluster has no policy.');
  return { CurrentVersion: policy.version, Policy: policy.text };
});

export const DeleteClusterPolicy = operation('DeleteClusterPolicy', ({ ClusterArn }, ctx) => {
  changeCluster(findCluster(ClusterArn, ctx), { policy: undefined }, ctx);
});
