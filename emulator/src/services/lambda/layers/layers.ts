// Layers: archives that functions share, in numbered versions that never change.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type LayersListItem, type LayerVersionsListItem, operation } from '#model/lambda';
import { blobsOf, sizeBytesOf } from '#services/lambda/code/code-ref';
import { takeInCode } from '#services/lambda/code/source';
import { executionOf } from '#services/lambda/execution/execution';
import { accessDenied, invalidParameter } from '#services/lambda/faults';
import { pageOfKeyed } from '#services/lambda/lookup/pages';
import { addToTotals } from '#services/lambda/lookup/totals';
import { describeLayer, listedLayer } from './describe-layer.ts';
import { findLayerVersion, layerArn, type NamedLayer, namedLayer } from './find-layer.ts';
import { type LayerVersionRecord, layerPolicies, layers, layerVersions } from './layer-record.ts';

export const PublishLayerVersion = operation('PublishLayerVersion', async (input, ctx) => {
  const { name } = own(input.LayerName, 'PublishLayerVersion', ctx);
  const code = await takeInCode(input.Content, executionOf(ctx), ctx);
  const version = ctx.records(layers).get([name])?.nextVersion ?? 1;
  const layer: LayerVersionRecord = {
    name,
    version,
    code,
    description: input.Description ?? '',
    createdMs: ctx.now(),
    runtimes: input.CompatibleRuntimes,
    architectures: input.CompatibleArchitectures,
    licence: input.LicenseInfo,
  };
  ctx.write((tx) => {
    for (const blob of blobsOf(code)) tx.hold(blob);
    tx.put(ctx.records(layers), [name], { name, nextVersion: version + 1 });
    tx.put(ctx.records(layerVersions), [name, version], layer);
    addToTotals(tx, { codeBytes: sizeBytesOf(code) }, ctx);
  });
  return describeLayer(layer, ctx);
});

export const GetLayerVersion = operation('GetLayerVersion', ({ LayerName, VersionNumber }, ctx) => {
  const found = findLayerVersion(LayerName, VersionNumber, ctx);
  return describeLayer(found.layer, found.there);
});

export const GetLayerVersionByArn = operation('GetLayerVersionByArn', ({ Arn }, ctx) => {
  if (namedLayer(Arn, ctx).version === undefined) throw invalidParameter(`${Arn} is not a valid ARN of a layer version.`);
  const found = findLayerVersion(Arn, undefined, ctx);
  return describeLayer(found.layer, found.there);
});

/** Deleting a version that does not exist succeeds. Functions that use a deleted version keep it. */
export const DeleteLayerVersion = operation('DeleteLayerVersion', ({ LayerName, VersionNumber }, ctx) => {
  if (VersionNumber < 1) throw invalidParameter('Layer Version Cannot be less than 1');
  const { name } = own(LayerName, 'DeleteLayerVersion', ctx);
  const layer = ctx.records(layerVersions).get([name, VersionNumber]);
  if (!layer) return;
  ctx.write((tx) => {
    for (const blob of blobsOf(layer.code)) tx.release(blob);
    tx.delete(ctx.records(layerVersions), [name, VersionNumber]);
    tx.delete(ctx.records(layerPolicies), [name, VersionNumber]);
    addToTotals(tx, { codeBytes: -sizeBytesOf(layer.code) }, ctx);
  });
});

interface Compatibility {
  readonly CompatibleRuntime?: string | undefined;
  readonly CompatibleArchitecture?: string | undefined;
}

const fits = (
  { CompatibleRuntime: runtime, CompatibleArchitecture: architecture }: Compatibility,
  layer: Frozen<LayerVersionRecord>,
): boolean =>
  (runtime === undefined || layer.runtimes?.includes(runtime) === true) &&
  (architecture === undefined || layer.architectures?.includes(architecture) === true);

export const ListLayers = operation('ListLayers', (input, ctx) => {
  const page = pageOfKeyed<[string], LayersListItem>(input, (after, limit) => {
    const found: [[string], LayersListItem][] = [];
    for (const { name } of ctx.records(layers).range([], { after })) {
      const latest = ctx
        .records(layerVersions)
        .range([name], { reverse: true })
        .find((layer) => fits(input, layer));
      if (latest) found.push([[name], { LayerName: name, LayerArn: layerArn(ctx, name), LatestMatchingVersion: listedLayer(latest, ctx) }]);
      if (found.length === limit) break;
    }
    return found;
  });
  return { Layers: page.items, NextMarker: page.NextMarker };
});

/** Newest first. */
export const ListLayerVersions = operation('ListLayerVersions', (input, ctx) => {
  const { there, name } = own(input.LayerName, 'ListLayerVersions', ctx);
  const page = pageOfKeyed<[string, number], LayerVersionsListItem>(input, (before, limit) =>
    there
      .records(layerVersions)
      .entries([name], { before, reverse: true })
      .filter(([, layer]) => fits(input, layer))
      .slice(0, limit)
      .map(([key, layer]) => [key, listedLayer(layer, there)]),
  );
  return { LayerVersions: page.items, NextMarker: page.NextMarker };
});

/** The layer with this name or ARN, which must belong to this account. */
export function own(text: string, operation: string, ctx: Ctx): NamedLayer {
  const named = namedLayer(text, ctx);
  if (named.there.account !== ctx.account) throw accessDenied(`lambda:${operation}`, layerArn(named.there, named.name), ctx.account);
  return named;
}
