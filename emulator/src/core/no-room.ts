// A write that the store refused for want of room on the disk: nothing has changed, and the same write works once there is room.
import { EmulatorError } from '#lib/emulator-error';
import type { Ctx } from './ctx.ts';

/** When work that found no room is tried again. */
export const NO_ROOM_RETRY_MS = 10_000;

export const isNoRoom = (error: unknown): boolean => error instanceof EmulatorError && error.code === 'STORE_DISK_FULL';

/** Writes; where other writes take the room until they are on disk, again then. */
export async function writeOnceThereIsRoom<T>(write: () => T, ctx: Pick<Ctx, 'committed'>): Promise<T> {
  try {
    return write();
  } catch (error) {
    if (!isNoRoom(error)) throw error;
  }
  await ctx.committed();
  return write();
}
