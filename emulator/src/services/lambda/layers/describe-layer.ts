// Turns the record of a layer's version into the API's answers.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { GetLayerVersionResponse, LayerVersionsListItem } from '#model/lambda';
import { sizeBytesOf } from '#services/lambda/code/code-ref';
import { codeLocation } from '#services/lambda/code/location';
import { sha256Text } from '#services/lambda/code/sha256-text';
import { lambdaTime } from '#services/lambda/lookup/lambda-time';
import { layerArn } from './find-layer.ts';
import type { LayerVersionRecord } from './layer-record.ts';

/** `ctx` is that of the layer's account and region. */
export const listedLayer = (layer: Frozen<LayerVersionRecord>, ctx: Ctx): LayerVersionsListItem => ({
  LayerVersionArn: layerArn(ctx, layer.name, layer.version),
  Version: layer.version,
  Description: layer.description,
  CreatedDate: lambdaTime(layer.createdMs),
  ...(layer.runtimes && { CompatibleRuntimes: layer.runtimes }),
  ...(layer.architectures && { CompatibleArchitectures: layer.architectures }),
  ...(layer.licence !== undefined && { LicenseInfo: layer.licence }),
});

export const describeLayer = (layer: Frozen<LayerVersionRecord>, ctx: Ctx): GetLayerVersionResponse => ({
  ...listedLayer(layer, ctx),
  LayerArn: layerArn(ctx, layer.name),
  Content: { Location: codeLocation(layer.code, ctx), CodeSha256: sha256Text(layer.code), CodeSize: sizeBytesOf(layer.code) },
});
