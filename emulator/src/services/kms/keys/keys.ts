// Keys: create, describe, list, enable, disable.
import { operation } from '#model/kms';
import { findKey, locateOwn, requireNotDeleted, requireNotPending } from '#services/kms/find-key';
import { keyArn } from '#services/kms/key-arn';
import { asMaterial, newSecret } from '#services/kms/material/material';
import { scheduleRotation } from '#services/kms/material/rotation-schedule';
import { pagesOf } from '#services/kms/pages';
import { keys, materials } from '#services/kms/state';
import { describeKey } from './key-metadata.ts';
import { draftKey } from './new-key.ts';

const PAGE_SIZE = 100;

export const CreateKey = operation('CreateKey', async (input, ctx) => {
  const draft = draftKey(input, ctx);
  if (draft.origin === 'EXTERNAL') {
    ctx.write((tx) => tx.put(ctx.records(keys), [draft.id], draft));
    return { KeyMetadata: describeKey(draft, ctx) };
  }
  const key = { ...draft, materialNumber: 0 };
  const material = asMaterial(key.id, 0, await newSecret(key.spec), key.createdMs);
  ctx.write((tx) => {
    tx.put(ctx.records(keys), [key.id], key);
    tx.put(ctx.records(materials), [key.id, 0], material);
  });
  return { KeyMetadata: describeKey(key, ctx) };
});

export const DescribeKey = operation('DescribeKey', ({ KeyId }, ctx) => {
  const found = findKey(KeyId, ctx);
  return { KeyMetadata: describeKey(found.key, found.there) };
});

export const ListKeys = operation('ListKeys', (page, ctx) => {
  const { items, ...rest } = pagesOf(PAGE_SIZE).pageOfNamed(
    page,
    (after, limit) => ctx.records(keys).range([], { after: after === undefined ? undefined : [after], limit }),
    ({ id }) => id,
  );
  return { Keys: items.map(({ id }) => ({ KeyId: id, KeyArn: keyArn(ctx, id) })), ...rest };
});

export const UpdateKeyDescription = operation('UpdateKeyDescription', ({ KeyId, Description: description }, ctx) => {
  const found = locateOwn(KeyId, ctx);
  requireNotDeleted(found);
  const { there, key } = found;
  there.write((tx) => tx.put(there.records(keys), [key.id], { ...key, description }));
});

export const EnableKey = operation('EnableKey', ({ KeyId }, ctx) => {
  const found = locateOwn(KeyId, ctx);
  requireNotPending(found);
  const { there, key } = found;
  const enabled = { ...key, state: 'Enabled' as const };
  there.write((tx) => {
    tx.put(there.records(keys), [key.id], enabled);
    // A rotation that fell due while the key was disabled happens now.
    scheduleRotation(tx, enabled, there);
  });
});

export const DisableKey = operation('DisableKey', ({ KeyId }, ctx) => {
  const found = locateOwn(KeyId, ctx);
  requireNotPending(found);
  const { there, key } = found;
  there.write((tx) => tx.put(there.records(keys), [key.id], { ...key, state: 'Disabled' }));
});
