// The `options` methods that answer preflight requests of a REST API.
import { type Block, filled, type Value } from '#sam/values';
import { INTEGRATION } from './paths.ts';
import type { RestDocument } from './rest-document.ts';

export interface CorsAnswer {
  readonly origin: Value | undefined;
  readonly headers: Value | undefined;
  readonly methods: Value | undefined;
  readonly maxAge: Value | undefined;
  readonly credentials: boolean;
}

/** Adds the method to each path that has none. A path counts once with and without a slash at its end. */
export function addCors(document: RestDocument, answer: CorsAnswer): void {
  const done = new Set<string>();
  for (const path of document.paths.names()) {
    const plain = path === '/' ? path : path.replace(/\/+$/, '');
    if (done.has(plain)) continue;
    done.add(plain);
    let { methods } = answer;
    for (const item of document.paths.of(path)) {
      if (Object.hasOwn(item, 'options')) continue;
      if (!filled(methods)) methods = `'${document.corsMethods(item)}'`;
      item.options = preflight({ ...answer, methods });
    }
  }
}

function preflight({ origin, headers, methods, maxAge, credentials }: CorsAnswer): Block {
  const parameters: Block = {};
  const types: Block = {};
  const add = (name: string, value: Value, type = 'string'): void => {
    parameters[`method.response.header.Access-Control-${name}`] = value;
    types[`Access-Control-${name}`] = { type };
  };
  add('Allow-Origin', origin!);
  if (filled(headers)) add('Allow-Headers', headers!);
  if (filled(methods)) add('Allow-Methods', methods!);
  if (maxAge !== undefined) add('Max-Age', maxAge, 'integer');
  if (credentials) add('Allow-Credentials', "'true'");
  return {
    summary: 'CORS support',
    consumes: ['application/json'],
    produces: ['application/json'],
    [INTEGRATION]: {
      type: 'mock',
      requestTemplates: { 'application/json': '{\n  "statusCode" : 200\n}\n' },
      responses: { default: { statusCode: '200', responseParameters: parameters, responseTemplates: { 'application/json': '{}\n' } } },
    },
    responses: { '200': { description: 'Default response for CORS method', headers: types } },
  };
}
