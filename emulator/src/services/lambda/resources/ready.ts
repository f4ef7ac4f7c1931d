// Waits until a version is created or updated: a resource is only complete when its function is.
import type { Frozen } from '#core/records';
import type { ResourceContext } from '#core/resources/resource-type';
import { activationKey } from '#services/lambda/lookup/until-active';
import { type VersionRecord, versions } from '#services/lambda/state';

const MAX_WAIT_MS = 300_000;
const isOpen = ({ state, update }: Frozen<VersionRecord>): boolean => state === 'Pending' || update?.status === 'InProgress';

/** Rejects with the function's own reason if it has failed. */
export async function ready(name: string, ctx: ResourceContext, version = 0): Promise<void> {
  const untilMs = ctx.now() + MAX_WAIT_MS;
  for (;;) {
    const found = ctx.records(versions).get([name, version]);
    if (!found) throw new Error(`Function ${name} was deleted while it was being deployed.`);
    if (!isOpen(found)) return check(name, found);
    if (!(await ctx.wait(activationKey(name, version), untilMs))) throw new Error(`Function ${name} did not become Active in time.`);
  }
}

function check(name: string, { state, stateReason, update }: Frozen<VersionRecord>): void {
  if (state === 'Failed') throw new Error(`Function ${name} did not become Active: ${stateReason ?? 'no reason was given.'}`);
  if (update?.status === 'Failed') throw new Error(`The update of function ${name} failed: ${update.reason ?? 'no reason was given.'}`);
}
