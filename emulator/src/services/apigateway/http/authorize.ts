// Step: the authorizer of the route.
import type { RouteResponse } from '#core/route';
import { FAILED } from './answers.ts';
import type { AuthorizerRefusal } from './authorizer-refusal.ts';
import type { Exchange, Step } from './exchange.ts';
import { authorizeIam } from './iam-authorizer.ts';
import { authorizeJwt } from './jwt-authorizer.ts';
import { authorizeLambda } from './lambda-authorizer.ts';

export const authorize: Step = async (exchange) => {
  const { route, program } = exchange;
  const type = route?.AuthorizationType ?? 'NONE';
  if (type === 'NONE') return undefined;
  const authorizer = route?.AuthorizerId === undefined ? undefined : program.authorizers.get(route.AuthorizerId);
  if (type !== 'AWS_IAM' && !authorizer)
    return refuse(exchange, { refused: FAILED, reason: `authorizer ${route?.AuthorizerId} was not deployed` });
  const refusal =
    type === 'AWS_IAM'
      ? await authorizeIam(exchange)
      : type === 'JWT'
        ? await authorizeJwt(authorizer!, exchange)
        : await authorizeLambda(authorizer!, exchange);
  return refusal && refuse(exchange, refusal);
};

function refuse(exchange: Exchange, { refused, reason, remedy }: AuthorizerRefusal): RouteResponse {
  exchange.notes.set('authorizer.error', reason);
  exchange.notes.set('error.message', reason);
  exchange.failure = { reason, remedy, isRefusal: true };
  return refused;
}
