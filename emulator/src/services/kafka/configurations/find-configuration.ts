// Finds a configuration by its ARN.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { notFound } from '#services/kafka/faults';
import { type ConfigurationRecord, configurations } from '#services/kafka/state';

/** @throws NotFoundException, also where the revision does not exist */
export function findConfiguration(arn: string, ctx: Ctx, revision = 1): Frozen<ConfigurationRecord> {
  const found = ctx.records(configurations).get([arn]);
  if (!found) throw notFound('arn', 'The configuration does not exist. Use the correct configuration ARN, and then retry your request.');
  if (!found.revisions[revision - 1]) throw notFound('revision', `The configuration has no revision ${revision}.`);
  return found;
}
