// The steps of handshakes, messages and ends of WebSockets. A step that throws a refusal ends the run.

import { TemplateError } from '#lib/vtl/template-error';
import { Refusal, type Steps } from '#services/apigateway/steps/run-steps';
import { authorizeConnect } from './authorize-connect.ts';
import { checkKey, checkModel, checkParameters } from './check-message.ts';
import { connectEvent, disconnectEvent, messageEvent, type RouteEvent } from './events.ts';
import { integrate } from './integrate.ts';
import { mapMessage } from './map-message.ts';
import { mapReply } from './map-reply.ts';
import type { RouteOutcome } from './note-route.ts';
import {
  accessRefusal,
  type CalledRun,
  type IntegrationAnswer,
  integrationRefusal,
  type MatchedRun,
  type RouteCall,
  type RouteRefusal,
  type RouteRun,
} from './route-call.ts';

type RouteSteps = Steps<
  RouteRun,
  Pick<MatchedRun, 'route'>,
  Pick<RouteCall, 'integration' | 'event' | 'mapped'>,
  Pick<CalledRun, 'received'>,
  IntegrationAnswer | RouteRefusal
>;

/** Integrations that get the event or the message as it is. */
const PROXIES = new Set<string | undefined>(['AWS_PROXY', 'HTTP_PROXY']);

function match({ selected: route }: RouteRun): Pick<MatchedRun, 'route'> {
  if (!route) throw accessRefusal(403, 'Forbidden', 'no route is for the message, and there is no $default');
  return { route };
}

/** @throws Refusal where the route has no integration, or none of its templates is for the message */
const mapRequest =
  (eventOf: (run: MatchedRun) => RouteEvent): RouteSteps['mapRequest'] =>
  (run) => {
    const { snapshot } = run.session.parts.deployment;
    const integration = snapshot.integrations.find(({ IntegrationId }) => run.route.Target === `integrations/${IntegrationId}`);
    if (!integration) throw integrationRefusal({ failed: `the route ${run.route.RouteKey} has no integration` });
    const event = eventOf(run);
    if (PROXIES.has(integration.IntegrationType)) return { integration, event, mapped: undefined };
    const mapped = mapMessage(integration, { ...run, event });
    run.log.write(`Endpoint request URI: ${mapped.uri}`);
    run.log.writeData('Endpoint request body after transformations', mapped.body);
    return { integration, event, mapped };
  };

function mapResponse(run: CalledRun): IntegrationAnswer {
  const { received, log, integrationMs, mapped } = run;
  log.note('integration.status', received.status);
  log.write(`Received response. Status: ${received.status}, Integration latency: ${integrationMs} ms`);
  log.writeData('Endpoint response body before transformations', received.body);
  return mapped ? mapReply(run) : received;
}

/** @throws what is neither a refusal nor an error of a template */
function refuse(error: unknown): RouteRefusal {
  if (error instanceof Refusal) return error as RouteRefusal;
  if (error instanceof TemplateError) return integrationRefusal({ failed: `a template failed: ${error.message}` });
  throw error;
}

const COMMON = { match, integrate, mapResponse, refuse };

export const STEPS: Readonly<Record<RouteOutcome['kind'], RouteSteps>> = {
  CONNECT: {
    ...COMMON,
    ...{ authorize: authorizeConnect, key: checkKey, validate: checkParameters },
    mapRequest: mapRequest(({ session, log }) => connectEvent(session, log.context)),
  },
  MESSAGE: {
    ...COMMON,
    ...{ key: checkKey, validate: checkModel },
    mapRequest: mapRequest(({ session, log, body }) => messageEvent(session, log.context, body)),
  },
  DISCONNECT: { ...COMMON, mapRequest: mapRequest(({ session, log }) => disconnectEvent(session, log.context)) },
};
