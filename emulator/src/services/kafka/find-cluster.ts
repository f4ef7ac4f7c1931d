// Finds a cluster by its ARN, and writes it.
import { arnHere } from '#core/arn-here';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { badRequest, notFound } from './faults.ts';
import { type ClusterRecord, clusters } from './state.ts';

/** @throws BadRequestException, NotFoundException */
export function findCluster(arn: string, ctx: Ctx): Frozen<ClusterRecord> {
  if (!arnHere(arn, 'kafka', ctx)?.resource.startsWith('cluster/'))
    throw badRequest('clusterArn', 'One or more of the parameters are not valid: the ARN is not that of a cluster in this region.');
  const found = ctx.records(clusters).get([arn]);
  if (!found) throw notFound('clusterArn', 'The specified cluster was not found.');
  return found;
}

/** Each change gives the cluster a new version, which the next one must name. */
export function changeCluster(cluster: Frozen<ClusterRecord>, change: Partial<ClusterRecord>, ctx: Ctx): Frozen<ClusterRecord> {
  const changed: Frozen<ClusterRecord> = { ...cluster, ...(change as Partial<Frozen<ClusterRecord>>) };
  ctx.write((tx) => tx.put(ctx.records(clusters), [cluster.arn], changed));
  return changed;
}

const VERSION_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** `K3AEGXETSR30VB` */
export const newVersion = (ctx: Ctx): string => `K${ctx.random(13, VERSION_LETTERS)}`;

/** @throws BadRequestException where the cluster was changed meanwhile */
export function checkVersion({ version }: Frozen<ClusterRecord>, given: string | undefined): void {
  if (given !== undefined && given !== version)
    throw badRequest(
      'currentVersion',
      `The request does not include the correct current version for the specified cluster: it is ${version}.`,
    );
}
