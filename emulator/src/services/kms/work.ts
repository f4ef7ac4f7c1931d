// Due work of KMS: rotate material, expire it, and delete keys at the end of their waiting period.
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { deleteKey } from './keys/delete-key.ts';
import { takeMaterial } from './material/imported-material.ts';
import { nextMaterial, rotateTo } from './material/rotate.ts';
import { importParameters, keys, materials } from './state.ts';

export const work: Readonly<Record<string, DueWork>> = table({
  'kms.rotate': ([id], ctx) => {
    const key = ctx.records(keys).get([String(id)]);
    // A disabled key rotates when it is enabled again.
    if (key?.state !== 'Enabled' || !key.rotation.enabled || key.rotation.nextMs > ctx.now()) return;
    const next = nextMaterial(key, ctx);
    if (next) ctx.write((tx) => rotateTo(tx, key, next, 'AUTOMATIC', ctx));
  },
  'kms.expire-material': ([id, number], ctx) => {
    const key = ctx.records(keys).get([String(id)]);
    const material = ctx.records(materials).get([String(id), Number(number)]);
    if (key && material) ctx.write((tx) => takeMaterial(tx, key, material, ctx));
  },
  'kms.delete': ([id], ctx) => {
    const key = ctx.records(keys).get([String(id)]);
    if (key?.state === 'PendingDeletion') ctx.write((tx) => deleteKey(tx, key, ctx));
  },
  'kms.forget-parameters': ([id, token], ctx) => {
    ctx.write((tx) => tx.delete(ctx.records(importParameters), [String(id), String(token)]));
  },
});
