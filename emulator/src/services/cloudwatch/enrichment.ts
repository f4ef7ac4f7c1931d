// Enrichment of metrics for OpenTelemetry: whether it runs, and for which metrics. Kept only.
import type { Ctx } from '#core/ctx';
import { fault, operation, type StartOTelEnrichmentInput } from '#model/cloudwatch';
import { type Enrichment, enrichment } from './state.ts';

function keep({ IncludeFilters, ExcludeFilters }: StartOTelEnrichmentInput, isRunning: boolean, ctx: Ctx) {
  const records = ctx.records(enrichment);
  const { createdMs = ctx.now() } = records.get(['metrics']) ?? {};
  const kept: Enrichment = { isRunning, include: IncludeFilters, exclude: ExcludeFilters, createdMs, updatedMs: ctx.now() };
  ctx.write((tx) => tx.put(records, ['metrics'], kept));
  return { IncludeFilters, ExcludeFilters, CreatedAt: new Date(createdMs), UpdatedAt: new Date(ctx.now()) };
}

export const StartOTelEnrichment = operation('StartOTelEnrichment', (input, ctx) => keep(input, true, ctx));

export const UpdateOTelEnrichment = operation('UpdateOTelEnrichment', (input, ctx) => {
  if (!ctx.records(enrichment).get(['metrics'])?.isRunning)
    throw fault('ResourceNotFoundException', '', { ResourceType: 'otel-enrichment', ResourceId: ctx.account });
  return keep(input, true, ctx);
});

export const StopOTelEnrichment = operation('StopOTelEnrichment', (_input, ctx) => {
  const found = ctx.records(enrichment).get(['metrics']);
  if (found) keep({ IncludeFilters: found.include, ExcludeFilters: found.exclude }, false, ctx);
});

export const GetOTelEnrichment = operation('GetOTelEnrichment', (_input, ctx) => {
  const found = ctx.records(enrichment).get(['metrics']);
  return {
    Status: found?.isRunning ? 'Running' : 'Stopped',
    IncludeFilters: found?.include,
    ExcludeFilters: found?.exclude,
    CreatedAt: found && new Date(found.createdMs),
    UpdatedAt: found && new Date(found.updatedMs),
  };
});
