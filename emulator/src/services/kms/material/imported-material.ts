// The life of imported material. Its key is usable as long as all of its material is present.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { fault, type ImportKeyMaterialRequest } from '#model/kms';
import { invalid, unsupported } from '#services/kms/faults';
import type { LocatedKey } from '#services/kms/find-key';
import { type Key, keys, type Material, materials } from '#services/kms/state';
import { hasMaterial } from './find-material.ts';

interface MaterialSlot {
  readonly number: number;
  /** The record from an earlier import of the same material. */
  readonly before?: Frozen<Material>;
  readonly pending?: boolean;
}

/** The record number for material with this id: the first, that of an earlier import, or a pending one to rotate to. */
export function placeFor(
  { there, key, arn }: LocatedKey,
  { ImportType, KeyMaterialId }: ImportKeyMaterialRequest,
  id: string,
): MaterialSlot {
  const all = there.records(materials).range([key.id]);
  const before = all.find((material) => material.id === id);
  const type = ImportType ?? (all.length === 0 ? 'NEW_KEY_MATERIAL' : 'EXISTING_KEY_MATERIAL');
  if (type === 'EXISTING_KEY_MATERIAL') {
    // A replica starts without material and accepts that of its primary key.
    const shared = all.length === 0 && key.multiRegion && key.multiRegion.primary !== there.region;
    if (!before && !shared) throw different();
    return before ? { number: before.number, before } : { number: 0 };
  }
  if (KeyMaterialId !== undefined) throw invalid('KeyMaterialId cannot be specified when ImportType is NEW_KEY_MATERIAL.');
  if (all.length === 0) return { number: 0 };
  if (key.spec !== 'SYMMETRIC_DEFAULT') throw unsupported(`${arn} key spec is ${key.spec}: its key material cannot be changed.`);
  if (key.multiRegion) throw unsupported(`${arn} is a multi-Region key: a second key material is not emulated for these.`);
  if (before) throw different();
  const waiting = all.find(({ pending }) => pending);
  if (waiting)
    throw fault(
      'KMSInvalidStateException',
      `New key material (id: ${id}) cannot be imported into KMS key ${arn}, because another key material (id: ${waiting.id}) is pending rotation.`,
    );
  return { number: all.at(-1)!.number + 1, pending: true };
}

const different = () =>
  fault('IncorrectKeyMaterialException', 'The key material in the request is invalid or does not match this KMS key.');

export function keepImported({ there, key }: LocatedKey, material: Frozen<Material>): void {
  there.write((tx) => {
    tx.put(there.records(materials), [key.id, material.number], material);
    const expiry = material.imported?.validToMs;
    if (expiry === undefined) there.unschedule(tx, 'kms.expire-material', [key.id, material.number]);
    else there.later(tx, 'kms.expire-material', [key.id, material.number], expiry);
    const whole = allImported(key.id, there);
    const state = key.state === 'PendingImport' && whole ? 'Enabled' : key.state;
    tx.put(there.records(keys), [key.id], { ...key, state, materialNumber: key.materialNumber ?? material.number });
  });
}

/** Removes the secret but keeps the record for another import of the same material. Material that is still pending is removed whole. */
export function takeMaterial(tx: Tx, key: Frozen<Key>, material: Frozen<Material>, ctx: Ctx): void {
  ctx.unschedule(tx, 'kms.expire-material', [key.id, material.number]);
  if (material.pending) {
    tx.delete(ctx.records(materials), [key.id, material.number]);
    return;
  }
  const { secret: _secret, pem: _pem, ...name } = material;
  tx.put(ctx.records(materials), [key.id, material.number], name);
  const waits = key.state === 'Enabled' || key.state === 'Disabled';
  if (waits) tx.put(ctx.records(keys), [key.id], { ...key, state: 'PendingImport' });
}

/** Whether all material that the key has ever encrypted with is present. */
export function allImported(keyId: string, ctx: Ctx): boolean {
  const all = ctx.records(materials).range([keyId]);
  return all.length > 0 && all.every((material) => material.pending || hasMaterial(material));
}
