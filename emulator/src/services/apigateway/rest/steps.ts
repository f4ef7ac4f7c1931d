// The steps of a request to a REST API. A step that throws a GatewayError ends the request.
import type { Ctx } from '#core/ctx';
import { runSteps, type Steps } from '#services/apigateway/steps/run-steps';
import { authorize } from './authorize.ts';
import type { CalledExchange, Exchange, MappedExchange, MatchedExchange, RestAnswer } from './exchange.ts';
import { gatewayAnswer } from './gateway-answer.ts';
import { GatewayError } from './gateway-error.ts';
import { integrate } from './integrations/integrate.ts';
import { checkKey } from './key.ts';
import { mapRequest } from './map-request.ts';
import { mapResponse } from './map-response.ts';
import { match } from './match.ts';
import { checkResourcePolicy } from './resource-policy.ts';
import { throttle } from './throttle.ts';
import { validateBody } from './validate-body.ts';
import { validateRequest } from './validate-request.ts';

export type RestSteps = Steps<
  Exchange,
  Pick<MatchedExchange, 'matched'>,
  Pick<MappedExchange, 'integrationRequest'>,
  Pick<CalledExchange, 'integrationAnswer'>,
  RestAnswer
>;

/** The steps of requests to stages. */
export const STEPS: RestSteps = {
  match,
  policy: checkResourcePolicy,
  authorize,
  key: checkKey,
  throttle,
  validate: (exchange) => {
    validateRequest(exchange);
    return validateBody(exchange);
  },
  mapRequest,
  integrate,
  mapResponse,
  refuse: (error, exchange) => {
    if (!(error instanceof GatewayError)) throw error;
    exchange.failed = error;
    return gatewayAnswer(error, exchange);
  },
};

export async function run(exchange: Exchange, steps: RestSteps, ctx: Ctx): Promise<RestAnswer> {
  const answer = await runSteps(steps, exchange, ctx);
  if (!exchange.failed) exchange.log.write('Successfully completed execution');
  exchange.log.write(`Method completed with status: ${answer.status}`);
  return answer;
}
