// Step: the route of the request. A full match goes before a greedy one, both before `$default`.
import { NOT_FOUND } from './answers.ts';
import type { Exchange, Step } from './exchange.ts';

export const match: Step = (exchange) => {
  const { router, fallback, integrations } = exchange.program;
  const found = router.match(exchange.request.method, exchange.path);
  const route = found?.value ?? fallback;
  if (!route) {
    exchange.failure = { reason: noRoute(exchange) };
    return NOT_FOUND;
  }
  exchange.route = route;
  exchange.parameters = found?.parameters ?? {};
  exchange.integration = route.Target === undefined ? undefined : integrations.get(route.Target);
  return undefined;
};

/** Routes that are named where none takes a request. */
const MAX_NAMED = 10;

function noRoute({ request, path, program, stage }: Exchange): string {
  const keys = program.routeKeys;
  const named = keys.slice(0, MAX_NAMED).join(', ') + (keys.length > MAX_NAMED ? ', …' : '');
  return `no route takes ${request.method} ${path}; the stage ${stage.name} has ${named || 'none'}`;
}
