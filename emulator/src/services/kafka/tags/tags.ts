// Tags of clusters.
import { operation } from '#model/kafka';
import { changeCluster, findCluster } from '#services/kafka/find-cluster';

export const TagResource = operation('TagResource', ({ ResourceArn, Tags }, ctx) => {
  const cluster = findCluster(ResourceArn, ctx);
  changeCluster(cluster, { tags: { ...cluster.tags, ...Tags } }, ctx);
});

export const UntagResource = operation('UntagResource', ({ ResourceArn, TagKeys }, ctx) => {
  const cluster = findCluster(ResourceArn, ctx);
  const tags = Object.fromEntries(Object.entries(cluster.tags).filter(([key]) => !TagKeys.includes(key)));
  changeCluster(cluster, { tags }, ctx);
});

export const ListTagsForResource = operation('ListTagsForResource', ({ ResourceArn }, ctx) => ({
  Tags: { ...findCluster(ResourceArn, ctx).tags },
}));
