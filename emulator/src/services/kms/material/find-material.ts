// Finds the material of a key, and tells whether it is present.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type Key, type Material, materials } from '#services/kms/state';

/** The material in use for new operations; undefined while the key has none. */
export const currentMaterial = ({ id, materialNumber }: Frozen<Key>, ctx: Ctx): Frozen<Material> | undefined =>
  materialNumber === undefined ? undefined : ctx.records(materials).get([id, materialNumber]);

export const hasMaterial = (material: Frozen<Material> | undefined): boolean =>
  material?.secret !== undefined || material?.pem !== undefined;
