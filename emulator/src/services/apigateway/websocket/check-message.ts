// Checks messages before their integration gets them: the API key of the client, and the model of the route.
import type { Frozen } from '#core/records';
import { own } from '#lib/table';
import type { Route } from '#model/apigatewayv2';
import { planOfKey } from '#services/apigateway/usage/plan-of-key';
import { selectValue } from './select-value.ts';
import type { SessionFacts } from './session-facts.ts';
import { socketProgramOf } from './socket-program.ts';

const DEFAULT = '$default';
const AUTHORIZER_KEY = '$context.authorizer.usageIdentifierKey';
const PARAMETER = /^route\.request\.(header|querystring)\.(.+)$/;

export interface MessageProblem {
  /** The text for the client. */
  readonly message: 'Forbidden' | 'Invalid request body' | 'Internal server error';
  readonly reason: string;
}

/** Undefined for a message that may go on. */
export async function problemOf(route: Frozen<Route>, message: string, session: SessionFacts): Promise<MessageProblem | undefined> {
  if (lacksKey(route, session)) return { message: 'Forbidden', reason: 'the client has no API key of a usage plan of this stage' };
  const { ctx, api, deployment } = session.parts;
  const model = api.disableSchemaValidation ? undefined : modelOf(route, message);
  if (model === undefined) return undefined;
  let validate: Awaited<ReturnType<ReturnType<typeof socketProgramOf>['validator']>>;
  try {
    validate = await socketProgramOf(api.id, deployment, ctx).validator(model);
  } catch (error) {
    return { message: 'Internal server error', reason: `the model ${model} cannot be used: ${(error as Error).message}` };
  }
  const problems = validate?.(parsed(message)) ?? [];
  return problems.length === 0 ? undefined : { message: 'Invalid request body', reason: `it is no ${model}: ${problems.join(', ')}` };
}

export function lacksKey({ ApiKeyRequired }: Frozen<Route>, { parts, usageKey }: SessionFacts): boolean {
  if (!ApiKeyRequired) return false;
  const { ctx, api, stage, request } = parts;
  const isFromAuthorizer = api.apiKeySelectionExpression === AUTHORIZER_KEY;
  const value = isFromAuthorizer ? usageKey : request.headers['x-api-key'];
  return planOfKey(value, api.id, stage.name, ctx) === undefined;
}

/** Parameters of `$connect` that are required and not there. */
export function missingParameters({ RequestParameters: parameters = {} }: Frozen<Route>, { parts: { request } }: SessionFacts): string[] {
  return Object.entries(parameters).flatMap(([target, { Required }]) => {
    const [, kind, name = ''] = PARAMETER.exec(target) ?? [];
    if (!Required || kind === undefined) return [];
    const isThere = kind === 'header' ? own(request.headers, name.toLowerCase()) !== undefined : request.query.has(name);
    return isThere ? [] : [name];
  });
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
