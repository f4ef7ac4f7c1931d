// Expressions of parameter mappings, as they are checked when they are set.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/rest-api-parameter-mapping.html
import { bad } from '#services/apigateway/control/rest/faults';
import { invalidMapping } from './methods.ts';

const STATIC = /^'[^']*'$/;
const COMMON = /^(?:context|stageVariables)\..+$/;
const FROM_REQUEST = /^method\.request\.(?:(?:path|(?:multivalue)?querystring|(?:multivalue)?header)\..+|body(?:[.[].*)?)$/;
const FROM_RESPONSE = /^integration\.response\.(?:(?:multivalue)?header\..+|body(?:[.[].*)?)$/;

/** `name`: what is set, which must match `target`. @throws BadRequestException */
export function checkMapping(name: string, target: RegExp, expression: string, from: 'request' | 'response'): void {
  if (!target.test(name)) throw invalidMapping(name);
  if (expression === '') throw bad('Invalid null or empty value in responseParameters');
  const source = from === 'request' ? FROM_REQUEST : FROM_RESPONSE;
  if (!STATIC.test(expression) && !COMMON.test(expression) && !source.test(expression)) throw invalidMapping(expression);
}
