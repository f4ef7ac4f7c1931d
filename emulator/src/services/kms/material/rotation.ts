// The operations that configure, start and list rotations.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation, type RotationsListEntry } from '#model/kms';
import { unsupported } from '#services/kms/faults';
import { type LocatedKey, locateById, locateOwn, requireEnabled, requireNotDeleted } from '#services/kms/find-key';
import { changeCopies, isPrimary } from '#services/kms/key-copies';
import { pagesOf } from '#services/kms/pages';
import { type Key, type Material, materials } from '#services/kms/state';
import { DAY_MS, nextMaterial, rotateTo } from './rotate.ts';
import { scheduleRotation } from './rotation-schedule.ts';

const DEFAULT_PERIOD_DAYS = 365;
/** Limit: rotations of a key on demand. */
const MAX_ON_DEMAND = 25;
const PAGE_SIZE = 100;

export const EnableKeyRotation = operation('EnableKeyRotation', ({ KeyId, RotationPeriodInDays }, ctx) => {
  const found = locateRotating(KeyId, ctx);
  requireEnabled(found);
  if (found.key.origin !== 'AWS_KMS') throw unsupported(`${found.arn} origin is EXTERNAL which is not valid for this operation.`);
  const { rotation: before } = found.key;
  const periodDays = RotationPeriodInDays ?? (before.enabled ? before.periodDays : DEFAULT_PERIOD_DAYS);
  if (before.enabled && before.periodDays === periodDays) return;
  setRotation(found, { enabled: true, periodDays, nextMs: ctx.now() + periodDays * DAY_MS });
});

export const DisableKeyRotation = operation('DisableKeyRotation', ({ KeyId }, ctx) => {
  const found = locateRotating(KeyId, ctx);
  requireEnabled(found);
  setRotation(found, { enabled: false, periodDays: 0, nextMs: 0 });
});

export const GetKeyRotationStatus = operation('GetKeyRotationStatus', ({ KeyId }, ctx) => {
  const { key, arn } = locateById(KeyId, ctx);
  // A key that waits for deletion does not rotate; cancelling the deletion restores its rotation.
  if (!key.rotation.enabled || key.state.startsWith('Pending')) return { KeyId: arn, KeyRotationEnabled: false };
  const { periodDays, nextMs } = key.rotation;
  return { KeyId: arn, KeyRotationEnabled: true, RotationPeriodInDays: periodDays, NextRotationDate: new Date(nextMs) };
});

export const RotateKeyOnDemand = operation('RotateKeyOnDemand', ({ KeyId }, ctx) => {
  const own = locateOwn(KeyId, ctx);
  // A disabled key is told before a key of another spec, and that without a text (recorded)
  if (own.key.state === 'Disabled') requireEnabled(own);
  if (own.key.spec !== 'SYMMETRIC_DEFAULT') throw unsupported('');
  const found = locateRotating(KeyId, ctx);
  requireEnabled(found);
  const { there, key, arn } = found;
  const onDemand = there
    .records(materials)
    .range([key.id])
    .filter(({ rotation }) => rotation?.type === 'ON_DEMAND').length;
  if (onDemand >= MAX_ON_DEMAND)
    throw fault(
      'LimitExceededException',
      `The on-demand rotations limit has been reached for the given keyId. No more on-demand rotations can be performed for this key: ${arn}`,
    );
  const next = nextMaterial(key, there);
  if (!next) throw fault('KMSInvalidStateException', `No available key material pending rotation for the key: ${arn}.`);
  there.write((tx) => rotateTo(tx, key, next, 'ON_DEMAND', there));
  return { KeyId: arn };
});

export const ListKeyRotations = operation('ListKeyRotations', ({ KeyId, IncludeKeyMaterial, ...page }, ctx) => {
  const { there, key } = requireRotating(locateById(KeyId, ctx));
  const all = there.records(materials).range([key.id]);
  const listed = IncludeKeyMaterial === 'ALL_KEY_MATERIAL' ? all : all.filter(({ rotation }) => rotation !== undefined);
  const { items, ...rest } = pagesOf(PAGE_SIZE).pageOfItems(listed, ({ number }) => number, page);
  return { Rotations: items.map((material) => describe(key, material)), ...rest };
});

function describe(key: Frozen<Key>, { id, number, pending, rotation, imported, secret }: Frozen<Material>): RotationsListEntry {
  const used = number === key.materialNumber ? 'CURRENT' : 'NON_CURRENT';
  return {
    KeyId: key.id,
    KeyMaterialId: id,
    KeyMaterialState: pending ? 'PENDING_ROTATION' : used,
    ...(rotation && { RotationDate: new Date(rotation.atMs), RotationType: rotation.type }),
    ...(imported?.description !== undefined && { KeyMaterialDescription: imported.description }),
    ...(key.origin === 'EXTERNAL' && { ImportState: secret ? 'IMPORTED' : 'PENDING_IMPORT' }),
    ...(imported && secret && expiry(imported.validToMs)),
  };
}

const expiry = (validToMs: number | undefined) =>
  validToMs === undefined
    ? ({ ExpirationModel: 'KEY_MATERIAL_DOES_NOT_EXPIRE' } as const)
    : ({ ExpirationModel: 'KEY_MATERIAL_EXPIRES', ValidTo: new Date(validToMs) } as const);

function setRotation({ there, key }: LocatedKey, rotation: Key['rotation']): void {
  there.write((tx) => {
    changeCopies(tx, key, (copy) => ({ ...copy, rotation }), there);
    scheduleRotation(tx, { ...key, rotation }, there);
  });
}

function requireRotating(found: LocatedKey): LocatedKey {
  if (found.key.spec === 'SYMMETRIC_DEFAULT') return found;
  throw unsupported(`${found.arn} key spec is ${found.key.spec} which is not valid for this operation.`);
}

function locateRotating(name: string, ctx: Ctx): LocatedKey {
  const found = requireRotating(locateOwn(name, ctx));
  requireNotDeleted(found);
  if (!isPrimary(found.key, found.there)) throw unsupported(`${found.arn} is a replica key: its primary key decides about rotation.`);
  return found;
}
