// Replaces a key's material. The old material stays, to decrypt existing ciphertexts.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { changeCopies } from '#services/kms/key-copies';
import { type Key, type Material, materials } from '#services/kms/state';
import { asMaterial, newSymmetricSecret } from './material.ts';
import { scheduleRotation } from './rotation-schedule.ts';

export const DAY_MS = 86_400_000;
const SECRET_BYTES = 32;

/** The next material: generated here, or imported and pending. */
export function nextMaterial(key: Frozen<Key>, ctx: Ctx): Frozen<Material> | undefined {
  const last = ctx.records(materials).range([key.id], { reverse: true, limit: 1 })[0];
  if (key.origin === 'EXTERNAL') return last?.pending ? last : undefined;
  return asMaterial(key.id, (last?.number ?? -1) + 1, newSymmetricSecret(SECRET_BYTES), ctx.now());
}

export function rotateTo(tx: Tx, key: Frozen<Key>, next: Frozen<Material>, type: 'AUTOMATIC' | 'ON_DEMAND', ctx: Ctx): void {
  const nowMs = ctx.now();
  const { pending: _, ...kept } = next;
  const material = { ...kept, rotation: { type, atMs: nowMs } };
  const rotation = type === 'AUTOMATIC' ? afterThis(key, nowMs) : key.rotation;
  changeCopies(
    tx,
    key,
    (copy, there) => {
      tx.put(there.records(materials), [key.id, material.number], material);
      return { ...copy, materialNumber: material.number, rotation };
    },
    ctx,
  );
  scheduleRotation(tx, { ...key, rotation }, ctx);
}

function afterThis({ rotation }: Frozen<Key>, nowMs: number): Key['rotation'] {
  const periodMs = rotation.periodDays * DAY_MS;
  const nextMs = rotation.nextMs + periodMs;
  return { ...rotation, nextMs: nextMs > nowMs ? nextMs : nowMs + periodMs };
}
