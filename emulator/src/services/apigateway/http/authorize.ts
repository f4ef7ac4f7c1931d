// Step: the authorizer of the route.
import { FAILED, unauthorized } from './answers.ts';
import type { MatchedExchange } from './exchange.ts';
import { authorizeIam } from './iam-authorizer.ts';
import { authorizeJwt } from './jwt-authorizer.ts';
import { authorizeLambda } from './lambda-authorizer.ts';

/** @throws Refusal */
export async function authorize(exchange: MatchedExchange): Promise<void> {
  const { route, program } = exchange;
  const { AuthorizationType: type = 'NONE', AuthorizerId: id } = route;
  if (type === 'NONE') return;
  if (type === 'AWS_IAM') return authorizeIam(exchange);
  const authorizer = id === undefined ? undefined : program.authorizers.get(id);
  if (!authorizer) throw unauthorized(FAILED, `authorizer ${id} was not deployed`);
  return type === 'JWT' ? authorizeJwt(authorizer, exchange) : authorizeLambda(authorizer, exchange);
}
