// Validates the parameters of a request where its method has a validator.
import { own } from '#lib/table';
import type { MatchedExchange } from './exchange.ts';
import { GatewayError } from './gateway-error.ts';
import { headerOf } from './rest-request.ts';

const ORDER = ['header', 'path', 'querystring'];

export function validateRequest(exchange: MatchedExchange): void {
  const { method, pathParameters } = exchange.matched;
  const validator = exchange.program.validator(method.requestValidatorId);
  if (!validator?.validateRequestParameters) return;
  const query = new URLSearchParams(exchange.request.rawQuery);
  const missing = Object.entries(method.requestParameters ?? {})
    .filter(([, isRequired]) => isRequired)
    .map(([parameter]) => /^method\.request\.(?:multivalue)?(path|querystring|header)\.(.+)$/.exec(parameter)!)
    .filter(([, kind, name = '']) => {
      if (kind === 'header') return !headerOf(exchange.request.headers, name);
      return kind === 'path' ? !own(pathParameters, name) : !query.get(name);
    })
    .sort(([, one = ''], [, other = '']) => ORDER.indexOf(one) - ORDER.indexOf(other))
    .map(([, , name]) => name);
  if (missing.length > 0)
    throw new GatewayError('BAD_REQUEST_PARAMETERS', { message: `Missing required request parameters: [${missing.join(', ')}]` });
}
