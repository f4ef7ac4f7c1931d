// Functions, as calls are judged: the policy of the function, or of the version or alias that is named, and the function's tags. The id of a callback
// names its durable execution.
import type { Protects } from '#core/authorization/protected-resource';
import { readCallbackId } from '#services/lambda/durable/callback-id';
import { executionArn } from '#services/lambda/durable/locate';
import { durables } from '#services/lambda/durable/records';
import { functions, policies } from '#services/lambda/state';

export const protects: Protects = {
  find: (arn, ctx) => {
    const [, name, qualifier = ''] = /:function:([^:/]+)(?::([^:/]+))?/.exec(arn) ?? [];
    const found = name === undefined ? undefined : ctx.records(functions).get([name]);
    if (name === undefined || !found) return undefined;
    const policy = ctx.records(policies).get([name, qualifier === '$LATEST' ? '' : qualifier])?.text;
    return { policy, tags: found.tags };
  },
  named(_operation, input, ctx) {
    const { CallbackId } = input as { CallbackId?: string };
    const head = CallbackId === undefined ? undefined : ctx.records(durables).get([readCallbackId(CallbackId).id]);
    return head && executionArn(head, ctx);
  },
};
