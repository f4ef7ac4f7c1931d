// Functions, as calls are judged: the policy of the function, or of the version or alias that is named, and the function's tags.
import type { Protects } from '#core/authorization/protected-resource';
import { functions, policies } from '#services/lambda/state';

export const protects: Protects = {
  find: (arn, ctx) => {
    const [, name, qualifier = ''] = /:function:([^:/]+)(?::([^:/]+))?/.exec(arn) ?? [];
    const found = name === undefined ? undefined : ctx.records(functions).get([name]);
    if (name === undefined || !found) return undefined;
    const policy = ctx.records(policies).get([name, qualifier === '$LATEST' ? '' : qualifier])?.text;
    return { policy, tags: found.tags };
  },
};
