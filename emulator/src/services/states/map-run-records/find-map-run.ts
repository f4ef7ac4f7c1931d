// Finds the map run that an ARN names.
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import { fault } from '#model/states';
import { mapRunArn, parseStatesArn } from '#services/states/arns';
import { invalidArn, wrongKind } from '#services/states/faults';
import { type MapRun, mapRuns } from './records.ts';

const noSuchMapRun = (arn: string): Fault => fault('ResourceNotFound', `Map Run Does Not Exist: '${arn}'`, { resourceName: arn });

/** @throws Fault InvalidArn, ResourceNotFound */
export function findMapRun(arn: string, ctx: Ctx): MapRun {
  const parsed = parseStatesArn(arn);
  if (!parsed) throw invalidArn(arn);
  if (parsed.kind !== 'mapRun') throw wrongKind(parsed.kind);
  const run = ctx.records(mapRuns).get([parsed.names.at(-1)!]);
  if (!run || mapRunArn(run.childMachine, run.id, ctx) !== arn) throw noSuchMapRun(arn);
  return run as MapRun;
}
