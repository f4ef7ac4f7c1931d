// Prepares a key for a cryptographic operation: finds it, checks state and usage, loads its material.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { invalidState, wrongAlgorithm, wrongUsage } from '#services/kms/faults';
import { findKey, type LocatedKey, requireEnabled } from '#services/kms/find-key';
import { KEY_SPECS } from '#services/kms/key-specs';
import { algorithmsOf } from '#services/kms/keys/key-metadata';
import { currentMaterial, hasMaterial } from '#services/kms/material/find-material';
import { type KeyUsage, lastUses, type Material } from '#services/kms/state';

export interface Usable extends LocatedKey {
  /** The current material. */
  readonly material: Frozen<Material>;
}

export function locateFor(name: string, usage: KeyUsage, ctx: Ctx): Usable {
  return usableFor(findKey(name, ctx), usage, ctx.operation);
}

/** `operation` is the name used in error messages. */
export function usableFor(found: LocatedKey, usage: KeyUsage, operation: string): Usable {
  requireEnabled(found);
  const { key, arn } = found;
  if (key.usage !== usage) throw wrongUsage(arn, key.usage, operation);
  const material = currentMaterial(key, found.there);
  if (!material || !hasMaterial(material)) throw invalidState(arn, 'pending import');
  return { ...found, material };
}

/** Throws unless the key supports this algorithm. */
export function requireAlgorithm({ key }: LocatedKey, algorithm: string): void {
  if (!Object.values(algorithmsOf(key)).some((names) => (names as readonly string[]).includes(algorithm)))
    throw wrongAlgorithm(algorithm, key.spec);
}

export const isSymmetric = ({ key }: LocatedKey): boolean => KEY_SPECS[key.spec]!.family === 'symmetric';
export const privateKeyOf = ({ pem }: Frozen<Material>): KeyObject => createPrivateKey(pem!);

/** Records the last use of a key for GetKeyLastUsage. On a full disk the key still works, and the use is not recorded. */
export function noteUse({ there, key }: LocatedKey): void {
  if (!there.writable) return;
  there.write((tx) =>
    tx.put(there.records(lastUses), [key.id], { operation: there.operation, atMs: there.now(), requestId: there.requestId }),
  );
}
