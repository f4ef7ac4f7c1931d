// AWS::MSK::BatchScramSecret: the secrets of a cluster.
import { crudType } from '#core/resources/crud-type';
import { texts } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

/** @throws Error with the words of the service for the first secret that it does not take */
async function change(ClusterArn: string, added: readonly string[], removed: readonly string[], ctx: ResourceContext): Promise<void> {
  if (removed.length > 0) await ctx.call('kafka', 'BatchDisassociateScramSecret', { ClusterArn, SecretArnList: removed });
  if (added.length === 0) return;
  const { UnprocessedScramSecrets: refused = [] } = await ctx.call('kafka', 'BatchAssociateScramSecret', {
    ClusterArn,
    SecretArnList: added,
  });
  const [first] = refused;
  if (first) throw new Error(`${first.ErrorMessage} (${first.SecretArn})`);
}

export const resource: ResourceType = crudType({
  id: 'ClusterArn',
  gone: ['NotFoundException'],
  properties: { SecretArnList: texts },
  create: (ClusterArn, { SecretArnList }, _properties, ctx) => change(ClusterArn, SecretArnList, [], ctx),
  async update(ClusterArn, { SecretArnList: next }, { previous }, ctx) {
    const before = texts(previous.SecretArnList);
    const missingIn = (list: readonly string[]) => (arn: string) => !list.includes(arn);
    await change(ClusterArn, next.filter(missingIn(before)), before.filter(missingIn(next)), ctx);
  },
  delete: (ClusterArn, { SecretArnList }, ctx) => change(ClusterArn, [], texts(SecretArnList), ctx),
  find: (ClusterArn, _properties, ctx) => ctx.call('kafka', 'ListScramSecrets', { ClusterArn }),
  shown: ({ SecretArnList }) => ({ SecretArnList: SecretArnList?.length ? SecretArnList : undefined }),
  listNeeds: ['ClusterArn'],
  async list(_token, filter, ctx) {
    const ClusterArn = requiredText(filter.ClusterArn);
    const { SecretArnList = [] } = await ctx.call('kafka', 'ListScramSecrets', { ClusterArn });
    return { arns: SecretArnList.length > 0 ? [ClusterArn] : [] };
  },
  listed: ({ arns }) => arns,
});
