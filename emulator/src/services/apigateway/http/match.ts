// Step: the route of the request. A full match goes before a greedy one, both before `$default`.
import { NOT_FOUND } from './answers.ts';
import type { Step } from './exchange.ts';

export const match: Step = (exchange) => {
  const { router, fallback, integrations } = exchange.program;
  const found = router.match(exchange.request.method, exchange.path);
  const route = found?.value ?? fallback;
  if (!route) return NOT_FOUND;
  exchange.route = route;
  exchange.parameters = found?.parameters ?? {};
  exchange.integration = route.Target === undefined ? undefined : integrations.get(route.Target);
  return undefined;
};
