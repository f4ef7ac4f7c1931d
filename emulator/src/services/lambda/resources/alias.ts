// AWS::Lambda::Alias.
import { crudType } from '#core/resources/crud-type';
import type { Value } from '#core/resources/resource-handlers';
import { list, number, object, text } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { parseFunctionName } from '#services/lambda/lookup/function-name';
import { applyProvisioned, readProvisioned } from './provisioned.ts';

/** Templates have a list, the operation an object by version. */
const weightsOf = (routing: Value | undefined): Record<string, number> =>
  Object.fromEntries(
    list(object(routing).AdditionalVersionWeights).map((weight) => {
      const { FunctionVersion, FunctionWeight } = object(weight);
      return [text(FunctionVersion) ?? '', number(FunctionWeight) ?? 0];
    }),
  );

function named(arn: string): { FunctionName: string; Name: string } {
  const { name, qualifier = '' } = parseFunctionName(arn)!;
  return { FunctionName: name, Name: qualifier };
}

const placeOf = (arn: string): { FunctionName: string; Qualifier: string } => {
  const { FunctionName, Name } = named(arn);
  return { FunctionName, Qualifier: Name };
};

export const resource: ResourceType = crudType({
  id: 'AliasArn',
  gone: ['ResourceNotFoundException'],
  properties: {
    FunctionVersion: requiredText,
    Description: (value: Value | undefined) => text(value) ?? '',
    RoutingConfig: (value: Value | undefined) => ({ AdditionalVersionWeights: weightsOf(value) }),
  },
  create: (_name, given, { FunctionName, Name }, ctx) =>
    ctx.call('lambda', 'CreateAlias', { FunctionName: text(FunctionName)!, Name: text(Name)!, ...given }),
  idOf: ({ AliasArn }) => AliasArn!,
  update: (arn, given, _change, ctx) => ctx.call('lambda', 'UpdateAlias', { ...named(arn), ...given }),
  delete: (arn, _properties, ctx) => ctx.call('lambda', 'DeleteAlias', named(arn)),
  find: (arn, _properties, ctx) => ctx.call('lambda', 'GetAlias', named(arn)),
  settings: [(arn, next, before, ctx) => applyProvisioned(placeOf(arn), next, before, ctx)],
  async shown({ Name, Description, RoutingConfig }, given, arn, ctx) {
    const weights = Object.entries(RoutingConfig?.AdditionalVersionWeights ?? {});
    const AdditionalVersionWeights = weights.map(([version, weight]) => ({ FunctionVersion: version, FunctionWeight: weight }));
    return {
      FunctionName: given.FunctionName ?? named(arn).FunctionName,
      Name,
      Description: Description || undefined,
      ProvisionedConcurrencyConfig: await readProvisioned(placeOf(arn), ctx),
      RoutingConfig: weights.length > 0 ? { AdditionalVersionWeights } : undefined,
    };
  },
  listNeeds: ['FunctionName'],
  list: (Marker, { FunctionName }, ctx) => ctx.call('lambda', 'ListAliases', { Marker, FunctionName: requiredText(FunctionName) }),
  listed: ({ Aliases }) => Aliases?.map(({ AliasArn }) => AliasArn),
});
