// Change sets that revert drift compare with the resources as they are now, and not with what was deployed.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import type { JsonObject } from '#resources/json';
import { driftOf } from '#services/cloudformation/engine/drift';
import { existsAlready } from '#services/cloudformation/preparation/planning';
import type { Stack } from '#services/cloudformation/stack-records/find-stack';
import { detect } from '#services/cloudformation/stacks/stack-drift';
import { type ActualResources, type DriftRecord, type ResourceRecord, resources } from '#services/cloudformation/state';

/** The resources that have drifted. Types that cannot be read count as they were deployed. */
export async function actualResources(stack: Stack, ctx: Ctx): Promise<ActualResources> {
  const deployed = ctx.records(resources).range([stack.id]).filter(existsAlready);
  const found = await Promise.all(deployed.map((each) => detect(stack, each, ctx)));
  const drifted = deployed.flatMap((each, index): [string, JsonObject | null][] => {
    const drift = found[index];
    return drift === undefined || drift.status === 'IN_SYNC' ? [] : [[each.logicalId, actualProperties(each, drift)]];
  });
  return Object.fromEntries(drifted);
}

/** The deployed properties; properties that have drifted are as they are now. Null for a resource that is gone. */
function actualProperties({ properties }: Frozen<ResourceRecord>, { expected, actual }: DriftRecord): JsonObject | null {
  if (!actual) return null;
  const drifted = Object.keys(expected).filter((name) => driftOf({ [name]: expected[name]! }, actual).length > 0);
  const kept = Object.entries(properties as JsonObject).filter(([name]) => !drifted.includes(name));
  const now = drifted.filter((name) => actual[name] !== null).map((name) => [name, actual[name]!] as const);
  return Object.fromEntries([...kept, ...now]);
}

/** Before the execution: from now on the stack counts as it is, so that its update makes it what the template says. */
export function takeActual(tx: Tx, stackId: string, actual: Frozen<ActualResources>, ctx: Ctx): void {
  const records = ctx.records(resources);
  for (const [id, properties] of Object.entries(actual)) {
    const record = records.get([stackId, id]);
    if (!record) continue;
    if (properties === null) tx.delete(records, [stackId, id]);
    else tx.put(records, [stackId, id], { ...record, properties });
  }
}
