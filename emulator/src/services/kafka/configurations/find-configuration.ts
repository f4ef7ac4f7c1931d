// Finds a configuration by its ARN.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { badRequest, notFound } from '#services/kafka/faults';
import { type ConfigurationRecord, configurations } from '#services/kafka/state';

/** @throws BadRequestException where it does not exist, as the service has it; NotFoundException where it lacks the revision */
export function findConfiguration(arn: string, ctx: Ctx, revision = 1): Frozen<ConfigurationRecord> {
  const found = ctx.records(configurations).get([arn]);
  if (!found) throw badRequest('arn', 'Configuration ARN does not exist.');
  if (!found.revisions[revision - 1]) throw notFound('revision', `The configuration has no revision ${revision}.`);
  return found;
}
