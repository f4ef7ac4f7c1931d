// Step: the method of the request.
import { namedRoutes } from '#services/apigateway/program/named-routes';
import type { Exchange, MatchedExchange } from './exchange.ts';
import { GatewayError } from './gateway-error.ts';

export function match(exchange: Exchange): Pick<MatchedExchange, 'matched'> {
  const { request, program, log, isTooLarge, context } = exchange;
  if (isTooLarge)
    throw new GatewayError('REQUEST_TOO_LARGE', { reason: 'its body has more than 10 MB, or its headers have more than 10,240 bytes' });
  const found = program.route(request.method, request.path);
  if (!found) throw new GatewayError('MISSING_AUTHENTICATION_TOKEN', { reason: noMethod(exchange) });
  const { resourceId, resourcePath } = found.value;
  context.set('resourceId', resourceId).set('resourcePath', resourcePath);
  log.write(`Starting execution for request: ${exchange.requestId}`);
  log.write(`HTTP Method: ${request.method}, Resource Path: ${request.path}`);
  return { matched: { ...found.value, pathParameters: found.parameters } };
}

function noMethod({ request, program, stage }: Exchange): string {
  const methods = program.snapshot.resources.flatMap(({ path, methods }) => Object.keys(methods).map((method) => `${method} ${path}`));
  return `no method takes ${request.method} ${request.path}; the deployment of the stage ${stage.stage} has ${namedRoutes(methods)}`;
}
