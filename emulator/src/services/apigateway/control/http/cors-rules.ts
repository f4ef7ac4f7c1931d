// Checks the CORS settings of an HTTP API.
import type { Cors } from '#model/apigatewayv2';
import { bad } from './faults.ts';

const METHODS = new Set(['*', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);
const ORIGIN = /^(?:\*|https?:\/\/[^/\s]+|[a-z][a-z0-9+.-]*:\/\/[^/\s]*)$/i;

/** @throws BadRequest for methods and origins that there are not, and for credentials together with wildcards */
export function checkCors(cors: Cors): Cors {
  const method = cors.AllowMethods?.find((each) => !METHODS.has(each.toUpperCase()));
  if (method !== undefined) throw bad(`Invalid HTTP method ${method} in AllowMethods. Must be one of [${[...METHODS].join(', ')}]`);
  const origin = cors.AllowOrigins?.find((each) => !ORIGIN.test(each));
  if (origin !== undefined) throw bad(`Invalid format for origin ${origin}. Origin must start with http:// or https:// or be *`);
  if (cors.AllowCredentials === true && cors.AllowOrigins?.includes('*') === true)
    throw bad('If allow-credentials is true, then allow-origins cannot be *');
  return cors;
}
