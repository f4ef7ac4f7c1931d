// The resource policy of an API with whole ARNs. Pure.
import type { Ctx } from '#core/ctx';
import { executeArn } from '#services/apigateway/addresses/execute-arn';
import type { MatchedExchange } from './exchange.ts';

const SHORT_RESOURCE = /^execute-api:\/(.*)$/s;

/** Resources may be short (`execute-api:/stage/GET/pets`): they stand for those of this API. */
export function wholePolicy(text: string, { stage }: MatchedExchange, ctx: Ctx): string {
  const prefix = executeArn(stage.apiId, '', ctx);
  return JSON.stringify(JSON.parse(text), (name, value: unknown) =>
    name === 'Resource' || name === 'NotResource'
      ? [value].flat().map((each) => (typeof each === 'string' ? each.replace(SHORT_RESOURCE, `${prefix}$1`) : each))
      : value,
  );
}
