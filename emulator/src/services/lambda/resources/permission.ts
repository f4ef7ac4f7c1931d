// AWS::Lambda::Permission: one statement of a function's policy. A change replaces it.

import type { Created } from '#core/resources/resource-handlers';
import { flag, ignoring, text } from '#core/resources/resource-properties';
import { readAs } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { parseFunctionName } from '#services/lambda/lookup/function-name';
import { type Statement, statementsIn } from '#services/lambda/permissions/statement';

const GONE = ['ResourceNotFoundException'];
const MAX_ID_LENGTH = 100;
const made = (Id: string): Created => ({ physicalId: Id, attributes: { Id } });

export const resource: ResourceType = {
  async create(properties, ctx) {
    const StatementId = ctx.physicalName(MAX_ID_LENGTH);
    await ctx.call('lambda', 'AddPermission', {
      StatementId,
      FunctionName: text(properties.FunctionName)!,
      Action: text(properties.Action)!,
      Principal: text(properties.Principal)!,
      EventSourceToken: text(properties.EventSourceToken),
      FunctionUrlAuthType: text(properties.FunctionUrlAuthType),
      InvokedViaFunctionUrl: flag(properties.InvokedViaFunctionUrl),
      PrincipalOrgID: text(properties.PrincipalOrgID),
      SourceAccount: text(properties.SourceAccount),
      SourceArn: text(properties.SourceArn),
    });
    return made(StatementId);
  },
  async delete(StatementId, properties, ctx) {
    await ignoring(GONE, ctx.call('lambda', 'RemovePermission', { FunctionName: text(properties.FunctionName)!, StatementId }));
  },
  async read(StatementId, properties, ctx) {
    const FunctionName = text(properties.FunctionName)!;
    const policy = await ignoring(GONE, ctx.call('lambda', 'GetPolicy', { FunctionName }));
    const statement = statementsIn(policy?.Policy).find(({ Sid }) => Sid === StatementId);
    return statement && readAs({ FunctionName, ...propertiesOf(statement) });
  },
  async adopt(identifier, _properties, ctx) {
    const [FunctionName, Id] = [text(identifier.FunctionName) ?? '', text(identifier.Id) ?? ''];
    const { Policy } = await ctx.call('lambda', 'GetPolicy', { FunctionName });
    if (!statementsIn(Policy).some(({ Sid }) => Sid === Id))
      throw new Error(`Statement ${Id} is not in the policy of function ${parseFunctionName(FunctionName)?.name ?? FunctionName}.`);
    return made(Id);
  },
};

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
