// Tags of clusters.
import type { Ctx } from '#core/ctx';
import { type Tagged, tagRules } from '#core/tag-rules';
import { TAG_MAP } from '#core/tags';
import { operation } from '#model/kafka';
import { changeCluster, findCluster } from '#services/kafka/find-cluster';

const CLUSTER_TAGS = tagRules({ sent: TAG_MAP, kept: TAG_MAP, checks: [] });

function taggedCluster(arn: string, ctx: Ctx): Tagged<Readonly<Record<string, string>>> {
  const cluster = findCluster(arn, ctx);
  return { tags: cluster.tags, keep: (tags) => void changeCluster(cluster, { tags }, ctx) };
}

export const TagResource = operation('TagResource', ({ ResourceArn, Tags }, ctx) =>
  CLUSTER_TAGS.add(taggedCluster(ResourceArn, ctx), Tags, ctx),
);

export const UntagResource = operation('UntagResource', ({ ResourceArn, TagKeys }, ctx) =>
  CLUSTER_TAGS.remove(taggedCluster(ResourceArn, ctx), TagKeys),
);

export const ListTagsForResource = operation('ListTagsForResource', ({ ResourceArn }, ctx) => ({
  Tags: CLUSTER_TAGS.list(findCluster(ResourceArn, ctx)),
}));
