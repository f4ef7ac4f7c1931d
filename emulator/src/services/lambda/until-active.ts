// Waits until a version is no longer Pending.
import type { Ctx } from '#core/ctx';
import { versions } from './state.ts';
import { activationKey } from './versions-write.ts';

const MAX_WAIT_MS = 300_000;

export async function untilActive(name: string, version: number, ctx: Ctx): Promise<void> {
  const untilMs = ctx.now() + MAX_WAIT_MS;
  while (ctx.records(versions).get([name, version])?.state === 'Pending')
    if (!(await ctx.wait(activationKey(name, version), untilMs))) return;
}
