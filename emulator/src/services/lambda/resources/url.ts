// AWS::Lambda::Url.

import type { Created, Properties } from '#core/resources/resource-handlers';
import { flag, ignoring, number, text } from '#core/resources/resource-properties';
import { each, must, readAs, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import type { FunctionUrlConfig } from '#model/lambda';

const GONE = ['ResourceNotFoundException'];
const texts = each(must(text));
const cors = shape({
  AllowCredentials: flag,
  AllowHeaders: texts,
  AllowMethods: texts,
  AllowOrigins: texts,
  ExposeHeaders: texts,
  MaxAge: number,
});

const made = ({ FunctionArn, FunctionUrl }: Pick<FunctionUrlConfig, 'FunctionArn' | 'FunctionUrl'>): Created => ({
  physicalId: FunctionArn,
  attributes: { FunctionArn, FunctionUrl },
});

const facts = (properties: Properties) => ({
  AuthType: text(properties.AuthType)!,
  Cors: cors(properties.Cors),
  InvokeMode: text(properties.InvokeMode),
});

export const resource: ResourceType = {
  async create(properties, ctx) {
    const at = { FunctionName: text(properties.TargetFunctionArn)!, Qualifier: text(properties.Qualifier) };
    return made(await ctx.call('lambda', 'CreateFunctionUrlConfig', { ...at, ...facts(properties) }));
  },
  async update(arn, properties, _previous, ctx) {
    const { AuthType, Cors = {}, InvokeMode = 'BUFFERED' } = facts(properties);
    return made(await ctx.call('lambda', 'UpdateFunctionUrlConfig', { FunctionName: arn, AuthType, Cors, InvokeMode }));
  },
  async delete(arn, _properties, ctx) {
    await ignoring(GONE, ctx.call('lambda', 'DeleteFunctionUrlConfig', { FunctionName: arn }));
  },
  async read(arn, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('lambda', 'GetFunctionUrlConfig', { FunctionName: arn }));
    if (!found) return undefined;
    const { AuthType, Cors, InvokeMode } = found;
    // The template may give the function's name. The ARN contains the qualifier.
    const [, bare = arn, alias] = /^(arn:(?:[^:]+:){5}[^:]+)(?::([^:]+))?$/.exec(arn) ?? [];
    const { TargetFunctionArn = bare, Qualifier = alias } = properties;
    return readAs({ TargetFunctionArn, ...(Qualifier !== undefined && { Qualifier }), AuthType, Cors, InvokeMode });
  },
  listNeeds: ['TargetFunctionArn'],
  async list(filter, Marker, ctx) {
    const { FunctionUrlConfigs = [], NextMarker: next } = await ctx.call('lambda', 'ListFunctionUrlConfigs', {
      Marker,
      FunctionName: text(filter.TargetFunctionArn)!,
    });
    return { items: FunctionUrlConfigs.map(({ FunctionArn }) => ({ FunctionArn })), next };
  },
  adopt: async (identifier, _properties, ctx) =>
    made(await ctx.call('lambda', 'GetFunctionUrlConfig', { FunctionName: text(identifier.FunctionArn) ?? '' })),
};
