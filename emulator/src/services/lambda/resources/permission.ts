// AWS::Lambda::Permission: one statement of a function's policy. A change replaces it.
import { crudType } from '#core/resources/crud-type';
import { flag, text } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { type Statement, statementsIn } from '#services/lambda/permissions/statement';

const MAX_ID_LENGTH = 100;

export const resource: ResourceType = crudType({
  id: 'Id',
  gone: ['ResourceNotFoundException'],
  properties: {
    FunctionName: requiredText,
    Action: requiredText,
    Principal: requiredText,
    EventSourceToken: text,
    FunctionUrlAuthType: text,
    InvokedViaFunctionUrl: flag,
    PrincipalOrgID: text,
    SourceAccount: text,
    SourceArn: text,
  },
  async create(_name, given, _properties, ctx) {
    const StatementId = ctx.physicalName(MAX_ID_LENGTH);
    await ctx.call('lambda', 'AddPermission', { StatementId, ...given });
    return StatementId;
  },
  idOf: (id) => id,
  delete: (StatementId, { FunctionName }, ctx) =>
    ctx.call('lambda', 'RemovePermission', { FunctionName: requiredText(FunctionName), StatementId }),
  async find(id, { FunctionName }, ctx) {
    const { Policy } = await ctx.call('lambda', 'GetPolicy', { FunctionName: requiredText(FunctionName) });
    return statementsIn(Policy).find(({ Sid }) => Sid === id);
  },
  shown: (statement, { FunctionName }) => ({ FunctionName, ...propertiesOf(statement) }),
});

function propertiesOf({ Action, Principal, Condition = {} }: Statement): Record<string, string | boolean | undefined> {
  const equals = Condition.StringEquals ?? {};
  const viaUrl = Condition.Bool?.['lambda:InvokedViaFunctionUrl'];
  return {
    Action,
    Principal: principalOf(Principal),
    SourceAccount: equals['AWS:SourceAccount'],
    EventSourceToken: equals['lambda:EventSourceToken'],
    FunctionUrlAuthType: equals['lambda:FunctionUrlAuthType'],
    PrincipalOrgID: equals['aws:PrincipalOrgID'],
    SourceArn: Condition.ArnLike?.['AWS:SourceArn'],
    InvokedViaFunctionUrl: viaUrl === undefined ? undefined : viaUrl === 'true',
  };
}

/** Policies name the root of an account, templates the account. */
function principalOf(principal: Statement['Principal']): string {
  if (typeof principal === 'string') return principal;
  if ('Service' in principal) return principal.Service;
  return /^arn:[^:]+:iam::(\d{12}):root$/.exec(principal.AWS)?.[1] ?? principal.AWS;
}
