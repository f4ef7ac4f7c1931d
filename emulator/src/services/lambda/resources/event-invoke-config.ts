// AWS::Lambda::EventInvokeConfig.

import type { Created, Properties } from '#core/resources/resource-handlers';
import { ignoring, number, text } from '#core/resources/resource-properties';
import { must, readAs, shape } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { parseFunctionName } from '#services/lambda/lookup/function-name';

const GONE = ['ResourceNotFoundException'];
const destination = shape({ Destination: must(text) });
const destinations = shape({ OnSuccess: destination, OnFailure: destination });

function named(properties: Properties): { FunctionName: string; Qualifier: string } {
  return { FunctionName: text(properties.FunctionName)!, Qualifier: text(properties.Qualifier)! };
}

const idOf = ({ FunctionName, Qualifier }: ReturnType<typeof named>): string => `${FunctionName}|${Qualifier}`;

/** Put replaces the whole configuration, so properties removed from the template disappear. */
async function put(properties: Properties, ctx: ResourceContext): Promise<Created> {
  const at = named(properties);
  await ctx.call('lambda', 'PutFunctionEventInvokeConfig', {
    ...at,
    MaximumEventAgeInSeconds: number(properties.MaximumEventAgeInSeconds),
    MaximumRetryAttempts: number(properties.MaximumRetryAttempts),
    DestinationConfig: destinations(properties.DestinationConfig),
  });
  return { physicalId: idOf(at), attributes: {} };
}

const LATEST = '$LATEST';

export const resource: ResourceType = {
  async create(properties, ctx) {
    const at = named(properties);
    if (await ignoring(GONE, ctx.call('lambda', 'GetFunctionEventInvokeConfig', at)))
      throw new Error(`Resource of type 'AWS::Lambda::EventInvokeConfig' with identifier '${idOf(at)}' already exists.`);
    return put(properties, ctx);
  },
  update: (_physicalId, properties, _previous, ctx) => put(properties, ctx),
  async delete(_physicalId, properties, ctx) {
    await ignoring(GONE, ctx.call('lambda', 'DeleteFunctionEventInvokeConfig', named(properties)));
  },
  async read(_physicalId, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('lambda', 'GetFunctionEventInvokeConfig', named(properties)));
    if (!found) return undefined;
    const { MaximumEventAgeInSeconds, MaximumRetryAttempts, DestinationConfig: { OnSuccess, OnFailure } = {} } = found;
    const DestinationConfig = { ...(OnSuccess?.Destination && { OnSuccess }), ...(OnFailure?.Destination && { OnFailure }) };
    return readAs({
      ...named(properties),
      MaximumEventAgeInSeconds,
      MaximumRetryAttempts,
      DestinationConfig: Object.keys(DestinationConfig).length > 0 ? DestinationConfig : undefined,
    });
  },
  listNeeds: ['FunctionName'],
  async list(filter, Marker, ctx) {
    const { FunctionEventInvokeConfigs = [], NextMarker: next } = await ctx.call('lambda', 'ListFunctionEventInvokeConfigs', {
      Marker,
      FunctionName: text(filter.FunctionName)!,
    });
    return {
      items: FunctionEventInvokeConfigs.map(({ FunctionArn = '' }) => ({
        FunctionName: filter.FunctionName!,
        Qualifier: parseFunctionName(FunctionArn)?.qualifier ?? LATEST,
      })),
      next,
    };
  },
  async adopt(identifier, _properties, ctx) {
    await ctx.call('lambda', 'GetFunctionEventInvokeConfig', named(identifier));
    return { physicalId: idOf(named(identifier)), attributes: {} };
  },
};
