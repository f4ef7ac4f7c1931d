// AWS::MSK::BatchScramSecret: the secrets of a cluster.
import type { Created } from '#core/resources/resource-handlers';
import { ignoring, text, texts } from '#core/resources/resource-properties';
import { readAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['NotFoundException'];

const made = (arn: string): Created => ({ physicalId: arn, attributes: {} });

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

export const resource: ResourceType = {
  listNeeds: ['ClusterArn'],
  async create(properties, ctx) {
    const ClusterArn = text(properties.ClusterArn)!;
    await change(ClusterArn, texts(properties.SecretArnList), [], ctx);
    return made(ClusterArn);
  },
  async update(ClusterArn, properties, previous, ctx) {
    const [next, before] = [texts(properties.SecretArnList), texts(previous.SecretArnList)];
    const missingIn = (list: readonly string[]) => (arn: string) => !list.includes(arn);
    await change(ClusterArn, next.filter(missingIn(before)), before.filter(missingIn(next)), ctx);
    return made(ClusterArn);
  },
  async delete(ClusterArn, properties, ctx) {
    await ignoring(GONE, change(ClusterArn, [], texts(properties.SecretArnList), ctx));
  },
  async read(ClusterArn, _properties, ctx) {
    const found = await ignoring(GONE, ctx.call('kafka', 'ListScramSecrets', { ClusterArn }));
    return found && readAs({ ClusterArn, SecretArnList: found.SecretArnList?.length ? found.SecretArnList : undefined });
  },
  async list(filter, _next, ctx) {
    const ClusterArn = text(filter.ClusterArn)!;
    const { SecretArnList = [] } = await ctx.call('kafka', 'ListScramSecrets', { ClusterArn });
    return { items: SecretArnList.length > 0 ? [{ ClusterArn }] : [], next: undefined };
  },
  async adopt(identifier, _properties, ctx) {
    const ClusterArn = text(identifier.ClusterArn) ?? '';
    await ctx.call('kafka', 'ListScramSecrets', { ClusterArn });
    return made(ClusterArn);
  },
};
