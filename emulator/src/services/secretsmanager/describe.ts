// A secret as answers show it, without its value.
import type { Frozen } from '#core/records';
import { sendTags } from '#core/tags';
import type { DescribeSecretResponse, ReplicationStatusType, SecretListEntry } from '#model/secretsmanager';
import type { LocatedSecret } from './find-secret.ts';
import type { Secret } from './state.ts';
import { versionsToStages } from './values/stages.ts';
import { OWN_KEY } from './values/values.ts';

const date = <K extends string>(name: K, ms: number | undefined): { readonly [k in K]?: Date } =>
  ms === undefined ? {} : ({ [name]: new Date(ms) } as Record<K, Date>);

function facts({ secret, arn }: LocatedSecret) {
  const { rotation } = secret;
  return {
    ARN: arn,
    Name: secret.name,
    ...(secret.type !== undefined && { Type: secret.type }),
    ...(secret.description && { Description: secret.description }),
    ...(secret.kmsKeyId !== undefined && secret.kmsKeyId !== OWN_KEY && { KmsKeyId: secret.kmsKeyId }),
    ...(rotation && { RotationEnabled: rotation.enabled, RotationLambdaARN: rotation.functionArn, RotationRules: rotation.rules }),
    ...date('LastRotatedDate', secret.rotatedMs),
    ...date('LastChangedDate', secret.changedMs),
    ...date('LastAccessedDate', secret.accessedMs),
    ...date('DeletedDate', secret.deletedMs),
    ...date('NextRotationDate', rotation?.enabled ? rotation.nextMs : undefined),
    ...(secret.owner !== undefined && { OwningService: secret.owner }),
    ...tagsOf(secret),
    ...date('CreatedDate', secret.createdMs),
    ...(secret.primaryRegion !== undefined && { PrimaryRegion: secret.primaryRegion }),
  };
}

/** A secret that a service owns has a tag of the cloud's, too. */
function tagsOf({ tags, owner, wasTagged }: Frozen<Secret>) {
  const all = owner === undefined ? tags : [...tags, { key: 'aws:secretsmanager:owningService', value: owner }];
  return (all.length > 0 || wasTagged) && { Tags: sendTags(all) };
}

export function describeSecret(found: LocatedSecret): DescribeSecretResponse {
  const { stages, replicas } = found.secret;
  return {
    ...facts(found),
    ...(Object.keys(stages).length > 0 && { VersionIdsToStages: versionsToStages(stages) }),
    ...(replicas.length > 0 && { ReplicationStatus: replicationStatus(found.secret) }),
  };
}

export const listEntry = (found: LocatedSecret): SecretListEntry => ({
  ...facts(found),
  SecretVersionsToStages: versionsToStages(found.secret.stages),
});

export const replicationStatus = ({ replicas }: Frozen<Secret>): ReplicationStatusType[] =>
  replicas.map(({ region, kmsKeyId, status, message }) => ({
    Region: region,
    KmsKeyId: kmsKeyId ?? OWN_KEY,
    Status: status,
    ...(message !== undefined && { StatusMessage: message }),
  }));
