// Multi-Region keys: ReplicateKey, UpdatePrimaryRegion.
import { fault, operation } from '#model/kms';
import { invalid, unsupported } from '#services/kms/faults';
import { type LocatedKey, locateOwn, requireEnabled, requireNotDeleted } from '#services/kms/find-key';
import { changeCopies } from '#services/kms/key-copies';
import { scheduleRotation } from '#services/kms/material/rotation-schedule';
import { checkKeyPolicy, defaultKeyPolicy } from '#services/kms/policies/policy-text';
import { type Key, keys, materials } from '#services/kms/state';
import { KEY_TAGS } from '#services/kms/tags';
import { describeKey } from './key-metadata.ts';

export const ReplicateKey = operation('ReplicateKey', (input, ctx) => {
  const found = locateOwn(input.KeyId, ctx);
  const { key } = found;
  const before = requirePrimary(found);
  if (key.origin === 'AWS_KMS') requireEnabled(found);
  else requireNotDeleted(found);
  const region = input.ReplicaRegion;
  if (region === ctx.region) throw invalid('The replica region must be different from the region of the primary key.');
  const there = ctx.in({ region });
  if (there.records(keys).has([key.id])) throw fault('AlreadyExistsException', `A key with the ID ${key.id} already exists in ${region}.`);
  if (input.Policy !== undefined) checkKeyPolicy(input.Policy, input.BypassPolicyLockoutSafetyCheck);
  const multiRegion = { ...before, replicas: [...before.replicas, region].sort() };
  const { materialNumber, ...shared } = key;
  const replica: Key = {
    ...(key.origin === 'AWS_KMS' ? { ...shared, materialNumber: materialNumber! } : shared),
    createdMs: ctx.now(),
    description: input.Description ?? '',
    state: key.origin === 'AWS_KMS' ? 'Enabled' : 'PendingImport',
    policy: input.Policy ?? defaultKeyPolicy(ctx.account, region),
    tags: KEY_TAGS.ofNew(input.Tags, ctx),
    multiRegion,
  };
  ctx.write((tx) => {
    changeCopies(tx, key, (copy) => ({ ...copy, multiRegion }), ctx);
    tx.put(there.records(keys), [key.id], replica);
    if (key.origin === 'EXTERNAL') return;
    for (const material of ctx.records(materials).range([key.id])) tx.put(there.records(materials), [key.id, material.number], material);
  });
  const { CurrentKeyMaterialId: _, ...described } = describeKey(replica, there);
  const tags = KEY_TAGS.list(replica);
  return { ReplicaKeyMetadata: described, ReplicaPolicy: replica.policy, ...(tags.length > 0 && { ReplicaTags: tags }) };
});

export const UpdatePrimaryRegion = operation('UpdatePrimaryRegion', ({ KeyId, PrimaryRegion: primary }, ctx) => {
  const found = locateOwn(KeyId, ctx);
  const before = requirePrimary(found);
  requireNotDeleted(found);
  const { key } = found;
  const there = ctx.in({ region: primary });
  if (!before.replicas.includes(primary)) throw fault('NotFoundException', `There is no replica of ${found.arn} in ${primary}.`);
  requireNotDeleted({ key: there.records(keys).get([key.id])!, arn: found.arn });
  const replicas = [...before.replicas.filter((region) => region !== primary), ctx.region].sort();
  const multiRegion = { primary, replicas };
  ctx.write((tx) => {
    changeCopies(tx, key, (copy) => ({ ...copy, multiRegion }), ctx);
    for (const place of [ctx, there]) scheduleRotation(tx, { ...key, multiRegion }, place);
  });
});

function requirePrimary({ there, key, arn }: LocatedKey): NonNullable<LocatedKey['key']['multiRegion']> {
  if (!key.multiRegion) throw unsupported(`${arn} is not a multi-Region key.`);
  if (key.multiRegion.primary !== there.region) throw unsupported(`${arn} is not a multi-region primary key.`);
  return key.multiRegion;
}
