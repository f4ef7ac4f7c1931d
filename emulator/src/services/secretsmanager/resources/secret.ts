// AWS::SecretsManager::Secret

import type { Created, Properties } from '#core/resources/resource-handlers';
import { changed, ignoring, list, object, tagChanges, tagList, text } from '#core/resources/resource-properties';
import { each, must, readAs, shape } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { secretString } from './secret-value.ts';

const GONE = ['ResourceNotFoundException'];
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const made = (arn: string): Created => ({ physicalId: arn, attributes: { Id: arn } });
const replicas = each(shape({ Region: must(text), KmsKeyId: text }));
const replicasOf = ({ ReplicaRegions }: Properties) => (replicas(ReplicaRegions) ?? []).map((replica) => replica!);

/** The changes of an existing secret: a property removed from the template is sent as an empty text. */
function changes(properties: Properties, previous: Properties) {
  const change = (name: string): string | undefined => {
    const [now, before] = [text(properties[name]), text(previous[name])];
    return now === before ? undefined : (now ?? '');
  };
  return { Description: change('Description'), KmsKeyId: change('KmsKeyId'), Type: change('Type') };
}

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

async function applyTags(SecretId: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const { put, remove } = tagChanges(previous.Tags, properties.Tags);
  if (remove.length > 0) await ctx.call('secretsmanager', 'UntagResource', { SecretId, TagKeys: remove });
  if (put.length > 0) await ctx.call('secretsmanager', 'TagResource', { SecretId, Tags: put });
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const AddReplicaRegions = replicasOf(properties);
    const { ARN } = await ctx.call('secretsmanager', 'CreateSecret', {
      ClientRequestToken: ctx.id(),
      Name: text(properties.Name) ?? `${ctx.logicalId}-${ctx.random(12, ALPHABET)}`,
      Description: text(properties.Description),
      KmsKeyId: text(properties.KmsKeyId),
      Type: text(properties.Type),
      SecretString: await secretString(properties, ctx),
      AddReplicaRegions: AddReplicaRegions.length > 0 ? AddReplicaRegions : undefined,
      Tags: tagList(properties.Tags),
    });
    return made(ARN!);
  },
  async update(SecretId, properties, previous, ctx) {
    const SecretString = valueChanged(properties, previous) ? await secretString(properties, ctx) : undefined;
    await ctx.call('secretsmanager', 'UpdateSecret', {
      ClientRequestToken: ctx.id(),
      SecretId,
      ...changes(properties, previous),
      SecretString,
    });
    await applyReplicas(SecretId, properties, previous, ctx);
    await applyTags(SecretId, properties, previous, ctx);
    return made(SecretId);
  },
  /** Deletes at once and for good, as in the cloud: the name is free again. */
  async delete(SecretId, _properties, ctx) {
    const found = await ignoring(GONE, ctx.call('secretsmanager', 'DescribeSecret', { SecretId }));
    if (!found) return;
    const regions = (found.ReplicationStatus ?? []).flatMap(({ Region }) => Region ?? []);
    if (regions.length > 0) await ctx.call('secretsmanager', 'RemoveRegionsFromReplication', { SecretId, RemoveReplicaRegions: regions });
    await ignoring(GONE, ctx.call('secretsmanager', 'DeleteSecret', { SecretId, ForceDeleteWithoutRecovery: true }));
  },
  /** Leaves the value out, as drift detection in the cloud does. */
  async read(SecretId, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('secretsmanager', 'DescribeSecret', { SecretId }));
    if (!found || found.DeletedDate) return undefined;
    const { Name, Description, KmsKeyId, Type, Tags, ReplicationStatus = [] } = found;
    const given = list(properties.ReplicaRegions).map(object);
    const ReplicaRegions = ReplicationStatus.map(({ Region, KmsKeyId: key }) => {
      const named = given.find((replica) => replica.Region === Region)?.KmsKeyId !== undefined;
      return { Region, ...(named && { KmsKeyId: key }) };
    });
    return readAs({
      Name,
      Description: Description || undefined,
      KmsKeyId,
      Type: Type || undefined,
      Tags,
      ReplicaRegions: ReplicaRegions.length > 0 ? ReplicaRegions : undefined,
    });
  },
  async list(_filter, NextToken, ctx) {
    const { SecretList = [], NextToken: next } = await ctx.call('secretsmanager', 'ListSecrets', { NextToken });
    return { items: SecretList.map(({ ARN }) => ({ Id: ARN! })), next };
  },
  async adopt(identifier, _properties, ctx) {
    const { ARN } = await ctx.call('secretsmanager', 'DescribeSecret', { SecretId: text(identifier.Id) ?? '' });
    return made(ARN!);
  },
};
