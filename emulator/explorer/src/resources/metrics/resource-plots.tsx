// The plots of one resource.
import type { Scope } from '#api/model.ts';
import { Plots, SpanChoice } from './plots.tsx';
import { plotsOf } from './plots-of.ts';

export function ResourcePlots({ kind, name, detail, scope }: { kind: string; name: string; detail: unknown; scope: Scope }) {
  return (
    <>
      <div class="tools">
        <SpanChoice />
      </div>
      <Plots about={`${kind} ${name}`} plots={plotsOf(kind, name, detail) ?? []} scope={scope} sparse />
    </>
  );
}
