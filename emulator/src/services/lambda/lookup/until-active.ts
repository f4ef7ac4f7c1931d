// Waits until a version is no longer Pending.
import type { Ctx } from '#core/ctx';
import { versions } from '#services/lambda/state';

const MAX_WAIT_MS = 300_000;

/** This signal is sent when a version becomes Active or Failed, and when an update ends. */
export const activationKey = (name: string, version: number): string => `lambda.settled/${name}/${version}`;

export async function untilActive(name: string, version: number, ctx: Ctx): Promise<void> {
  const untilMs = ctx.now() + MAX_WAIT_MS;
  while (ctx.records(versions).get([name, version])?.state === 'Pending')
    if (!(await ctx.wait(activationKey(name, version), untilMs))) return;
}
