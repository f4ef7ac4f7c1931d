// Functions, as calls are judged: the policy of the function, or of the version or alias that is named, and the function's tags; mappings and what else has
// tags, by theirs. The id of a callback names its durable execution.
import type { Protects } from '#core/authorization/protected-resource';
import type { Ctx } from '#core/ctx';
import { capacityProviders } from '#services/lambda/capacity/capacity-record';
import { readCallbackId } from '#services/lambda/durable/callback-id';
import { executionArn } from '#services/lambda/durable/locate';
import { durables } from '#services/lambda/durable/records';
import { mappings } from '#services/lambda/mappings/mapping-record';
import { signingConfigs } from '#services/lambda/signing/signing-record';
import { functions, policies } from '#services/lambda/state';

function otherTags(arn: string, ctx: Ctx): Readonly<Record<string, string>> | undefined {
  const [, kind, name = ''] = /:(event-source-mapping|code-signing-config|capacity-provider):(.+)$/.exec(arn) ?? [];
  if (kind === 'event-source-mapping') return ctx.records(mappings).get([name])?.tags;
  if (kind === 'code-signing-config') return ctx.records(signingConfigs).get([name])?.tags;
  return ctx.records(capacityProviders).get([name])?.tags;
}

export const protects: Protects = {
  find: (arn, ctx) => {
    const [, name, qualifier = ''] = /:function:([^:/]+)(?::([^:/]+))?/.exec(arn) ?? [];
    const found = name === undefined ? undefined : ctx.records(functions).get([name]);
    if (name === undefined) return { tags: otherTags(arn, ctx) };
    if (!found) return undefined;
    const policy = ctx.records(policies).get([name, qualifier === '$LATEST' ? '' : qualifier])?.text;
    return { policy, tags: found.tags };
  },
  named(_operation, input, ctx) {
    const { CallbackId } = input as { CallbackId?: string };
    const head = CallbackId === undefined ? undefined : ctx.records(durables).get([readCallbackId(CallbackId).id]);
    return head && executionArn(head, ctx);
  },
};
