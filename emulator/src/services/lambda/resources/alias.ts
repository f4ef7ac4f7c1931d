// AWS::Lambda::Alias.

import type { Created, Properties, Value } from '#core/resources/resource-handlers';
import { ignoring, list, number, object, text } from '#core/resources/resource-properties';
import { readAs } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { parseFunctionName } from '#services/lambda/lookup/function-name';
import { applyProvisioned, readProvisioned } from './provisioned.ts';

const GONE = ['ResourceNotFoundException'];
const made = (AliasArn: string): Created => ({ physicalId: AliasArn, attributes: { AliasArn } });

/** Templates have a list, the operation an object by version. */
const weightsOf = (routing: Value | undefined): Record<string, number> =>
  Object.fromEntries(
    list(object(routing).AdditionalVersionWeights).map((weight) => {
      const { FunctionVersion, FunctionWeight } = object(weight);
      return [text(FunctionVersion) ?? '', number(FunctionWeight) ?? 0];
    }),
  );

const facts = (properties: Properties) => ({
  FunctionVersion: text(properties.FunctionVersion)!,
  Description: text(properties.Description) ?? '',
  RoutingConfig: { AdditionalVersionWeights: weightsOf(properties.RoutingConfig) },
});

function named(arn: string): { FunctionName: string; Name: string } {
  const { name, qualifier = '' } = parseFunctionName(arn)!;
  return { FunctionName: name, Name: qualifier };
}

const placeOf = (arn: string): { FunctionName: string; Qualifier: string } => {
  const { FunctionName, Name } = named(arn);
  return { FunctionName, Qualifier: Name };
};

export const resource: ResourceType = {
  async create(properties, ctx) {
    const at = { FunctionName: text(properties.FunctionName)!, Name: text(properties.Name)! };
    const { AliasArn } = await ctx.call('lambda', 'CreateAlias', { ...at, ...facts(properties) });
    ctx.created(AliasArn!);
    await applyProvisioned(placeOf(AliasArn!), properties, {}, ctx);
    return made(AliasArn!);
  },
  async update(arn, properties, previous, ctx) {
    await ctx.call('lambda', 'UpdateAlias', { ...named(arn), ...facts(properties) });
    await applyProvisioned(placeOf(arn), properties, previous, ctx);
    return made(arn);
  },
  async delete(arn, _properties, ctx) {
    await ignoring(GONE, ctx.call('lambda', 'DeleteAlias', named(arn)));
  },
  async read(arn, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('lambda', 'GetAlias', named(arn)));
    if (!found) return undefined;
    const { Name, FunctionVersion, Description, RoutingConfig } = found;
    const weights = Object.entries(RoutingConfig?.AdditionalVersionWeights ?? {});
    const AdditionalVersionWeights = weights.map(([version, weight]) => ({ FunctionVersion: version, FunctionWeight: weight }));
    return readAs({
      FunctionName: properties.FunctionName ?? named(arn).FunctionName,
      Name,
      FunctionVersion,
      Description: Description || undefined,
      ProvisionedConcurrencyConfig: await readProvisioned(placeOf(arn), ctx),
      RoutingConfig: weights.length > 0 ? { AdditionalVersionWeights } : undefined,
    });
  },
  listNeeds: ['FunctionName'],
  async list(filter, Marker, ctx) {
    const { Aliases = [], NextMarker: next } = await ctx.call('lambda', 'ListAliases', {
      Marker,
      FunctionName: text(filter.FunctionName)!,
    });
    return { items: Aliases.map(({ AliasArn }) => ({ AliasArn: AliasArn! })), next };
  },
  adopt: async (identifier) => made(text(identifier.AliasArn) ?? ''),
};
