// Step: the method of the request.
import { namedRoutes } from '#services/apigateway/program/named-routes';
import { withMethod } from './context-variables.ts';
import type { Exchange, MatchedExchange, MatchedMethod } from './exchange.ts';
import { GatewayError } from './gateway-error.ts';

export function match(exchange: Exchange): Pick<MatchedExchange, 'matched'> {
  const { request, program, isTooLarge } = exchange;
  if (isTooLarge)
    throw new GatewayError('REQUEST_TOO_LARGE', { reason: 'its body has more than 10 MB, or its headers have more than 10,240 bytes' });
  const found = program.route(request.method, request.path);
  if (!found) throw new GatewayError('MISSING_AUTHENTICATION_TOKEN', { reason: noMethod(exchange) });
  return begun(exchange, { ...found.value, pathParameters: found.parameters });
}

/** The request, for a method that is known. */
export function begun(exchange: Exchange, matched: MatchedMethod): Pick<MatchedExchange, 'matched'> {
  const { request, log, madeContext } = exchange;
  if (madeContext) withMethod(madeContext, matched);
  log.write(`Starting execution for request: ${exchange.requestId}`);
  log.write(`HTTP Method: ${request.method}, Resource Path: ${request.path}`);
  log.writeValues('Method request path', Object.entries(matched.pathParameters));
  log.writeValues('Method request query string', [...new URLSearchParams(request.rawQuery)]);
  log.writeValues('Method request headers', request.headers);
  log.writeData('Method request body before transformations', request.body);
  return { matched };
}

function noMethod({ request, program, stage }: Exchange): string {
  const methods = program.snapshot.resources.flatMap(({ path, methods }) => Object.keys(methods).map((method) => `${method} ${path}`));
  return `no method takes ${request.method} ${request.path}; the deployment of the stage ${stage.stage} has ${namedRoutes(methods)}`;
}
