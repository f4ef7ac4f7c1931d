// Refuses changes of a function that is being created or updated.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { conflict } from '#services/lambda/faults';
import type { VersionRecord } from '#services/lambda/state';
import { functionArn } from './function-name.ts';

export const notReady = (state: string) =>
  conflict(`The operation cannot be performed at this time. The function is currently in the following state: ${state}`);

export function refuseWhileBusy(name: string, { state, update }: Frozen<VersionRecord>, ctx: Ctx): void {
  if (state === 'Pending') throw notReady(state);
  if (update?.status === 'InProgress')
    throw conflict(`The operation cannot be performed at this time. An update is in progress for resource: ${functionArn(ctx, name)}`);
}
