// AWS::Lambda::Url.
import { crudType } from '#core/resources/crud-type';
import { flag, number, text } from '#core/resources/resource-properties';
import { each, requiredText, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

const texts = each(requiredText);
const cors = shape({
  AllowCredentials: flag,
  AllowHeaders: texts,
  AllowMethods: texts,
  AllowOrigins: texts,
  ExposeHeaders: texts,
  MaxAge: number,
});

export const resource: ResourceType = crudType({
  id: 'FunctionArn',
  gone: ['ResourceNotFoundException'],
  properties: { AuthType: requiredText, Cors: cors, InvokeMode: text },
  create: (_name, given, { TargetFunctionArn, Qualifier }, ctx) =>
    ctx.call('lambda', 'CreateFunctionUrlConfig', { FunctionName: text(TargetFunctionArn)!, Qualifier: text(Qualifier), ...given }),
  idOf: ({ FunctionArn }) => FunctionArn,
  update: (FunctionName, { AuthType, Cors = {}, InvokeMode = 'BUFFERED' }, _change, ctx) =>
    ctx.call('lambda', 'UpdateFunctionUrlConfig', { FunctionName, AuthType, Cors, InvokeMode }),
  delete: (FunctionName, _properties, ctx) => ctx.call('lambda', 'DeleteFunctionUrlConfig', { FunctionName }),
  find: (FunctionName, _properties, ctx) => ctx.call('lambda', 'GetFunctionUrlConfig', { FunctionName }),
  attributes: ({ FunctionUrl }) => ({ FunctionUrl }),
  /** The template may give the function's name. The ARN contains the qualifier. */
  shown(_found, given, arn) {
    const [, bare = arn, alias] = /^(arn:(?:[^:]+:){5}[^:]+)(?::([^:]+))?$/.exec(arn) ?? [];
    const { TargetFunctionArn = bare, Qualifier = alias } = given;
    return { TargetFunctionArn, ...(Qualifier !== undefined && { Qualifier }) };
  },
  listNeeds: ['TargetFunctionArn'],
  list: (Marker, { TargetFunctionArn }, ctx) =>
    ctx.call('lambda', 'ListFunctionUrlConfigs', { Marker, FunctionName: requiredText(TargetFunctionArn) }),
  listed: ({ FunctionUrlConfigs }) => FunctionUrlConfigs?.map(({ FunctionArn }) => FunctionArn),
});
