// Step: the route of the request. A full match goes before a greedy one, both before `$default`.
import { namedRoutes } from '#services/apigateway/program/named-routes';
import { NOT_FOUND, refused } from './answers.ts';
import type { Exchange, MatchedExchange } from './exchange.ts';

export function match(exchange: Exchange): Pick<MatchedExchange, 'route'> {
  const { request, path, stage, program } = exchange;
  const found = program.router.match(request.method, path);
  const route = found?.value ?? program.fallback;
  if (!route) {
    const reason = `no route takes ${request.method} ${path}; the stage ${stage.name} has ${namedRoutes(program.routeKeys)}`;
    throw refused(NOT_FOUND, { reason });
  }
  exchange.parameters = found?.parameters ?? {};
  return { route };
}
