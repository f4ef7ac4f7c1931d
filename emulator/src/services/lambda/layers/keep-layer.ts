// Keeps a version of a layer of another account, wherever its archive came from.
import type { Ctx } from '#core/ctx';
import type { BlobRef } from '#core/records';
import { addToTotals } from '#services/lambda/lookup/totals';
import type { NamedLayer } from './find-layer.ts';
import { type LayerVersionRecord, layerVersions } from './layer-record.ts';

/** Every account here may use it. */
export function keepLayer(
  { there, name, version }: NamedLayer,
  code: BlobRef,
  facts: Pick<LayerVersionRecord, 'description' | 'createdMs' | 'runtimes' | 'architectures' | 'licence'>,
  ctx: Ctx,
): void {
  const number = version!;
  ctx.write((tx) => {
    // Another call may have kept it meanwhile.
    if (there.records(layerVersions).has([name, number])) return;
    tx.hold(code);
    tx.put(there.records(layerVersions), [name, number], { name, version: number, code, pulled: true, ...facts });
    addToTotals(tx, { codeBytes: code.sizeBytes }, there);
  });
}
