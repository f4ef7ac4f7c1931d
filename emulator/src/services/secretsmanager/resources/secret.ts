// AWS::SecretsManager::Secret
import { crudType } from '#core/resources/crud-type';
import type { Properties } from '#core/resources/resource-handlers';
import { changed, list, object, tagList, text } from '#core/resources/resource-properties';
import { each, requiredText, shape } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { secretString } from './secret-value.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const replicas = each(shape({ Region: requiredText, KmsKeyId: text }));
const replicasOf = ({ ReplicaRegions }: Properties) => (replicas(ReplicaRegions) ?? []).map((replica) => replica!);

const valueChanged = (properties: Properties, previous: Properties): boolean =>
  changed(['SecretString', 'GenerateSecretString'], properties, previous).length > 0;

async function applyReplicas(SecretId: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const [now, before] = [replicasOf(properties), replicasOf(previous)];
  const same = (a: { Region: string; KmsKeyId?: string | undefined }, b: typeof a) => a.Region === b.Region && a.KmsKeyId === b.KmsKeyId;
  const gone = before.filter((old) => !now.some((replica) => same(replica, old))).map(({ Region }) => Region);
  const added = now.filter((replica) => !before.some((old) => same(old, replica)));
  if (gone.length > 0) await ctx.call('secretsmanager', 'RemoveRegionsFromReplication', { SecretId, RemoveReplicaRegions: gone });
  if (added.length > 0) await ctx.call('secretsmanager', 'ReplicateSecretToRegions', { SecretId, AddReplicaRegions: added });
}

export const resource: ResourceType = crudType({
  id: 'Id',
  gone: ['ResourceNotFoundException'],
  properties: { Description: text, KmsKeyId: text, Type: text },
  cleared: { Description: '', KmsKeyId: '', Type: '' },
  async create(_name, given, properties, ctx) {
    const AddReplicaRegions = replicasOf(properties);
    return ctx.call('secretsmanager', 'CreateSecret', {
      ClientRequestToken: ctx.id(),
      Name: text(properties.Name) ?? `${ctx.logicalId}-${ctx.random(12, ALPHABET)}`,
      ...given,
      SecretString: await secretString(properties, ctx),
      AddReplicaRegions: AddReplicaRegions.length > 0 ? AddReplicaRegions : undefined,
      Tags: tagList(properties.Tags),
    });
  },
  idOf: ({ ARN }) => ARN!,
  async update(SecretId, given, { previous, properties }, ctx) {
    const SecretString = valueChanged(properties, previous) ? await secretString(properties, ctx) : undefined;
    await ctx.call('secretsmanager', 'UpdateSecret', { ClientRequestToken: ctx.id(), SecretId, ...given, SecretString });
  },
  /** Deletes at once and for good, as in the cloud: the name is free again. */
  async delete(SecretId, _properties, ctx) {
    const { ReplicationStatus = [] } = await ctx.call('secretsmanager', 'DescribeSecret', { SecretId });
    const regions = ReplicationStatus.flatMap(({ Region }) => Region ?? []);
    if (regions.length > 0) await ctx.call('secretsmanager', 'RemoveRegionsFromReplication', { SecretId, RemoveReplicaRegions: regions });
    await ctx.call('secretsmanager', 'DeleteSecret', { SecretId, ForceDeleteWithoutRecovery: true });
  },
  async find(SecretId, _properties, ctx) {
    const found = await ctx.call('secretsmanager', 'DescribeSecret', { SecretId });
    return found.DeletedDate ? undefined : found;
  },
  changes: [applyReplicas],
  tags: {
    told: ({ Tags }) => Tags,
    put: (SecretId, Tags, _found, ctx) => ctx.call('secretsmanager', 'TagResource', { SecretId, Tags }),
    remove: (SecretId, TagKeys, _found, ctx) => ctx.call('secretsmanager', 'UntagResource', { SecretId, TagKeys }),
  },
  /** Leaves the value out, as drift detection in the cloud does. */
  shown({ Name, ReplicationStatus = [] }, properties) {
    const given = list(properties.ReplicaRegions).map(object);
    const ReplicaRegions = ReplicationStatus.map(({ Region, KmsKeyId: key }) => {
      const named = given.find((replica) => replica.Region === Region)?.KmsKeyId !== undefined;
      return { Region, ...(named && { KmsKeyId: key }) };
    });
    return { Name, ReplicaRegions: ReplicaRegions.length > 0 ? ReplicaRegions : undefined };
  },
  list: (NextToken, _filter, ctx) => ctx.call('secretsmanager', 'ListSecrets', { NextToken }),
  listed: ({ SecretList }) => SecretList?.map(({ ARN }) => ARN),
});
