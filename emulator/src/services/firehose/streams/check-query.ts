// The query of a stream must be a program of jq.
import type { Ctx } from '#core/ctx';
import { invalid } from '#services/firehose/faults';
import type { StreamDestination } from '#services/firehose/state';
import { jqOf } from '#services/firehose/transform/jq/jq';
import { readProcessors } from '#services/firehose/transform/processors';

/** @throws InvalidArgument */
export async function checkQuery({ settings }: StreamDestination, ctx: Ctx): Promise<void> {
  const { query } = readProcessors(settings.ProcessingConfiguration);
  const problem = query === undefined ? undefined : await jqOf(ctx).problemOf(query);
  if (problem !== undefined) throw invalid(`MetadataExtractionQuery is no program of jq: ${problem}`);
}
