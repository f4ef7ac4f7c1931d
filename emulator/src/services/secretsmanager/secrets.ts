// CreateSecret, UpdateSecret, DescribeSecret.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type CreateSecretRequest, fault, operation } from '#model/secretsmanager';
import { describeSecret, replicationStatus } from './describe.ts';
import { invalidRequest, requestToken } from './faults.ts';
import { checkName, findOwn, findSecret, secretArn } from './find-secret.ts';
import { keepSecret } from './keep-secret.ts';
import { draftReplicas } from './replication/replicas.ts';
import { type Secret, type StoredValue, secrets, secretsByCreation, versions } from './state.ts';
import { SECRET_TAGS } from './tags.ts';
import { reseal } from './values/reseal.ts';
import { CURRENT } from './values/stages.ts';
import { givenValue, OWN_KEY, sealValue } from './values/values.ts';
import { addVersion, putVersion } from './values/versions.ts';

const SUFFIX_LENGTH = 6;
const SUFFIX_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export const CreateSecret = operation('CreateSecret', async (input, ctx) => {
  checkName(input.Name);
  const value = givenValue(input);
  const id = requestToken(input, ctx);
  const existing = ctx.records(secrets).get([input.Name]);
  const draft = existing ?? draftSecret(input, ctx);
  const arn = secretArn(draft, ctx);
  const sealed = value && (await sealValue(draft.kmsKeyId, { arn, versionId: id }, value, ctx));
  const meanwhile = ctx.records(secrets).get([input.Name]);
  if (meanwhile) {
    requireSame(meanwhile, id, sealed, ctx);
    return { ARN: secretArn(meanwhile, ctx), Name: meanwhile.name, ...(value && { VersionId: id }) };
  }
  const secret = ctx.write((tx) => {
    tx.put(ctx.records(secretsByCreation), [draft.createdMs, draft.name], { name: draft.name });
    if (!sealed) return keepSecret(tx, undefined, draft, ctx);
    return putVersion(tx, { ...draft, stages: { [CURRENT]: id } }, id, sealed, ctx);
  });
  return {
    ARN: arn,
    Name: secret.name,
    ...(sealed && { VersionId: id }),
    ...(secret.replicas.length > 0 && { ReplicationStatus: replicationStatus(secret) }),
  };
});

function draftSecret(input: CreateSecretRequest, ctx: Ctx): Secret {
  const nowMs = ctx.now();
  const replicas = draftReplicas([], input.AddReplicaRegions ?? [], input.ForceOverwriteReplicaSecret, ctx);
  return {
    name: input.Name,
    suffix: ctx.random(SUFFIX_LENGTH, SUFFIX_ALPHABET),
    ...(input.Description !== undefined && { description: input.Description }),
    ...(input.KmsKeyId && { kmsKeyId: input.KmsKeyId }),
    ...(input.Type !== undefined && { type: input.Type }),
    ...ownerOf(input.Name, ctx),
    createdMs: nowMs,
    changedMs: nowMs,
    tags: SECRET_TAGS.ofNew(input.Tags, ctx),
    stages: {},
    versionCount: 0,
    replicas,
    ...(replicas.length > 0 && { primaryRegion: ctx.region }),
  };
}

/** A service owns the secrets that it makes under its own name: `events!connection/…`. */
function ownerOf(name: string, { principal }: Ctx): Pick<Secret, 'owner'> {
  const owner = principal.kind === 'service' ? principal.service.replace(/\..*$/, '') : undefined;
  return owner !== undefined && name.startsWith(`${owner}!`) ? { owner } : {};
}

/** A request repeated with the same token and value changes nothing. Throws for anything else. */
function requireSame(secret: Frozen<Secret>, id: string, sealed: StoredValue | undefined, ctx: Ctx): void {
  const { name, deletionMs } = secret;
  if (deletionMs !== undefined)
    throw invalidRequest("You can't create this secret because a secret with this name is already scheduled for deletion.");
  const version = ctx.records(versions).get([name, id]);
  if (version?.value && sealed && (version.value.kind !== sealed.kind || version.value.digest !== sealed.digest))
    throw fault(
      'ResourceExistsException',
      `You can't use ClientRequestToken ${id} because that value is already in use for a version of secret ${secretArn(secret, ctx)}.`,
    );
  if (!version?.value || version.value.kind !== sealed?.kind || version.value.digest !== sealed.digest)
    throw fault('ResourceExistsException', `The operation failed because the secret ${name} already exists.`);
}

export const UpdateSecret = operation('UpdateSecret', async (input, ctx) => {
  const { Description: description, KmsKeyId, Type: type } = input;
  const id = requestToken(input, ctx);
  const value = givenValue(input);
  const { secret: before } = findOwn(input.SecretId, ctx);
  const change: Partial<Secret> = {
    ...(description !== undefined && { description }),
    // An empty id selects the service's own key.
    ...(KmsKeyId !== undefined && { kmsKeyId: KmsKeyId || OWN_KEY }),
    ...(type !== undefined && { type }),
  };
  const otherKey = change.kmsKeyId !== undefined && change.kmsKeyId !== before.kmsKeyId;
  if (otherKey) await reseal(input.SecretId, change.kmsKeyId!, ctx);
  if (value) {
    const { arn, secret } = await addVersion(input.SecretId, { id, value, change }, ctx);
    return { ARN: arn, Name: secret.name, VersionId: id };
  }
  const { there, secret, arn } = findOwn(input.SecretId, ctx);
  there.write((tx) => keepSecret(tx, secret, { ...secret, ...change, changedMs: there.now() }, there));
  return { ARN: arn, Name: secret.name };
});

export const DescribeSecret = operation('DescribeSecret', ({ SecretId }, ctx) => describeSecret(findSecret(SecretId, ctx)));
