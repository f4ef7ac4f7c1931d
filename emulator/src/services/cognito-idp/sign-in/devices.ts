// Devices that a user has signed in from: remembered ones prove themselves by a secret of their own.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type Device, devices, type Pool, type User } from '#services/cognito-idp/state';
import { keyOf } from '#services/cognito-idp/users/find-user';
import type { Attempt } from './step.ts';

export const findDevice = (pool: Frozen<Pool>, user: Frozen<User>, key: string, there: Ctx): Frozen<Device> | undefined =>
  there.records(devices).get([pool.id, keyOf(user.username, pool), key]);

/** The device that a client names, where it can prove itself. */
export function provableDevice(user: Frozen<User>, key: string | undefined, { pool, there }: Attempt): Frozen<Device> | undefined {
  const found = key === undefined || !pool.settings.DeviceConfiguration ? undefined : findDevice(pool, user, key, there);
  return found?.password && found.isConfirmed ? found : undefined;
}

/** A new device, which the client may confirm; undefined where the pool remembers none. */
export function newDevice(user: Frozen<User>, { pool, there }: Attempt): string | undefined {
  if (!pool.settings.DeviceConfiguration) return undefined;
  const nowMs = there.now();
  const key = `${there.region}_${there.id()}`;
  const device: Device = { key, isRemembered: false, isConfirmed: false, createdMs: nowMs, modifiedMs: nowMs, authenticatedMs: nowMs };
  there.write((tx) => tx.put(there.records(devices), [pool.id, keyOf(user.username, pool), key], device));
  return key;
}

export function noteUse(user: Frozen<User>, device: Frozen<Device>, { pool, there }: Attempt): void {
  there.write((tx) =>
    tx.put(there.records(devices), [pool.id, keyOf(user.username, pool), device.key], { ...device, authenticatedMs: there.now() }),
  );
}
