// Steps: the API key of the client, the parameters of a handshake, and the model of a message.
import type { Frozen } from '#core/records';
import { own } from '#lib/table';
import type { Route } from '#model/apigatewayv2';
import { planOfKey } from '#services/apigateway/usage/plan-of-key';
import { accessRefusal, type MatchedRun, routeRefusal } from './route-call.ts';
import { selectValue } from './select-value.ts';
import type { SessionFacts } from './session-facts.ts';
import { socketProgramOf } from './socket-program.ts';

const DEFAULT = '$default';
const AUTHORIZER_KEY = '$context.authorizer.usageIdentifierKey';
const PARAMETER = /^route\.request\.(header|querystring)\.(.+)$/;

/** @throws Refusal for a message whose body is not what the model of its route says */
export async function checkModel({ route, body, session }: MatchedRun): Promise<void> {
  const { ctx, api, deployment } = session.parts;
  const model = api.disableSchemaValidation ? undefined : modelOf(route, body);
  if (model === undefined) return;
  let validate: Awaited<ReturnType<ReturnType<typeof socketProgramOf>['validator']>>;
  try {
    validate = await socketProgramOf(api.id, deployment, ctx).validator(model);
  } catch (error) {
    throw routeRefusal(500, 'Internal server error', `the model ${model} cannot be used: ${(error as Error).message}`);
  }
  const problems = validate?.(parsed(body)) ?? [];
  if (problems.length > 0) throw routeRefusal(400, 'Invalid request body', `it is no ${model}: ${problems.join(', ')}`);
}

/** @throws Refusal */
export function checkKey({ route, session }: MatchedRun): void {
  if (lacksKey(route, session)) throw accessRefusal(403, 'Forbidden', 'the client has no API key of a usage plan of this stage');
}

function lacksKey({ ApiKeyRequired }: Frozen<Route>, { parts, usageKey }: SessionFacts): boolean {
  if (!ApiKeyRequired) return false;
  const { ctx, api, stage, request } = parts;
  const isFromAuthorizer = api.apiKeySelectionExpression === AUTHORIZER_KEY;
  const value = isFromAuthorizer ? usageKey : request.headers['x-api-key'];
  return planOfKey(value, api.id, stage.name, ctx) === undefined;
}

/** @throws Refusal where parameters of `$connect` are required and not there */
export function checkParameters({ route, session }: MatchedRun): void {
  const { request } = session.parts;
  const missing = Object.entries(route.RequestParameters ?? {}).flatMap(([target, { Required }]) => {
    const [, kind, name = ''] = PARAMETER.exec(target) ?? [];
    if (!Required || kind === undefined) return [];
    const isThere = kind === 'header' ? own(request.headers, name.toLowerCase()) !== undefined : request.query.has(name);
    return isThere ? [] : [name];
  });
  if (missing.length === 0) return;
  const message = `Missing required request parameters: [${missing.join(', ')}]`;
  throw accessRefusal(400, message, message);
}

function modelOf({ RequestModels: models = {}, ModelSelectionExpression: expression }: Frozen<Route>, message: string): string | undefined {
  const key = selectValue(expression ?? DEFAULT, 'request', message) ?? DEFAULT;
  return Object.hasOwn(models, key) ? models[key] : models[DEFAULT];
}

/** The message as JSON, or as a text where it is no JSON. */
function parsed(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return message;
  }
}
