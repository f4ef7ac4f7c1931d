// The Swagger or OpenAPI document of a REST API, changed in place. Source of the behaviour: samtranslator/swagger/swagger.py.
import { invalidDocument, invalidTemplate } from '#sam/problems';
import { type Block, conditional, copy, filled, get, has, isBlock, isText, ref, type Value } from '#sam/values';
import { ANY_METHOD, INTEGRATION, isVersion3, methodName, Paths, securityOf } from './paths.ts';

const NOT_METHODS = ['summary', 'description', 'parameters'];

export const isRestDocument = (body: Value | undefined): body is Block =>
  isBlock(body) &&
  isBlock(get(body, 'paths')) &&
  (filled(get(body, 'swagger')) || (filled(get(body, 'openapi')) && isVersion3(get(body, 'openapi'))));

export const emptyRestDocument = (): Block => ({ swagger: '2.0', info: { version: '1.0', title: ref('AWS::StackName') }, paths: {} });

interface Authorizers {
  readonly names: readonly string[];
  scopes(name: string): Value[];
}

export class RestDocument {
  readonly body: Block;
  readonly paths: Paths;

  /** The paths of documents in `checked` are not checked again. @throws InvalidDocument */
  constructor(body: Value | undefined, checked?: WeakSet<object>) {
    if (!isRestDocument(body))
      throw invalidDocument("Invalid Swagger document or the Swagger document is not explicitly defined in 'DefinitionBody'.");
    this.body = body;
    this.paths = new Paths(body.paths as Block);
    if (checked?.has(body)) return;
    for (const path of this.paths.names()) this.paths.of(path);
    checked?.add(body);
  }

  addLambda(path: string, method: string, integration: Block, condition: Value | undefined): void {
    this.#integrate(path, method, condition, (definition) => {
      definition[INTEGRATION] = integration;
      definition.responses ??= {};
    });
  }

  addStateMachine(path: string, method: string, integration: Block, condition: Value | undefined): void {
    this.#integrate(path, method, condition, (definition) => {
      definition[INTEGRATION] = integration;
      definition.responses ??= { '200': { description: 'OK' }, '400': { description: 'Bad Request' } };
    });
  }

  #integrate(path: string, method: string, condition: Value | undefined, change: (definition: Block) => void): void {
    const name = methodName(method);
    this.paths.add(path, method);
    for (const item of this.paths.of(path)) {
      const definition = item[name] as Block;
      change(definition);
      if (condition !== undefined) item[name] = conditional(condition, definition);
    }
  }

  /** The methods of a path with their definitions, those with an integration. */
  methods(path: string): [method: string, definition: Block][] {
    return this.paths.of(path).flatMap((item) =>
      Object.keys(item)
        .filter((name) => !NOT_METHODS.includes(name))
        .flatMap((name) => this.paths.definitionsIn(item, path, name).map((each) => [methodName(name), each] as [string, Block])),
    );
  }

  section(name: string): Block {
    const found = get(this.body, name);
    if (filled(found)) {
      if (!isBlock(found)) throw invalidTemplate(`${name} must be a dictionary.`);
      return found;
    }
    const made: Block = {};
    this.body[name] = made;
    return made;
  }

  addIamSecurity(): void {
    this.section('securityDefinitions').AWS_IAM ??= {
      'x-amazon-apigateway-authtype': 'awsSigv4',
      type: 'apiKey',
      name: 'Authorization',
      in: 'header',
    };
  }

  addApiKeySecurity(): void {
    this.section('securityDefinitions').api_key ??= { type: 'apiKey', name: 'x-api-key', in: 'header' };
  }

  #setSecurity(definition: Block, security: Value[]): void {
    if (security.length === 0) return;
    definition.security = security;
    if (has(security[0], 'AWS_IAM')) this.addIamSecurity();
  }

  setDefaultAuthorizer(path: string, name: string, authorizers: Authorizers, preflight: boolean): void {
    const known = new Set(['AWS_IAM', ...authorizers.names]);
    for (const [method, definition] of this.methods(path)) {
      if (!preflight && method === 'options') continue;
      const [others, own] = split(securityOf(definition, path, method), known, path, method);
      const none = others.findIndex((each) => has(each, 'NONE'));
      if (none >= 0) others.splice(none, 1);
      const chosen = none >= 0 ? [] : own.length > 0 ? own : [{ [name]: authorizers.scopes(name) }];
      this.#setSecurity(definition, [...others, ...chosen]);
    }
  }

  setDefaultApiKey(path: string, preflight: boolean): void {
    const names = new Set(['api_key', 'api_key_false']);
    for (const [method, definition] of this.methods(path)) {
      const existing = securityOf(definition, path, method);
      const [others, own] = split(existing, names, path, method);
      const without = own.some((each) => has(each, 'api_key_false')) || (method === 'options' && !preflight);
      const security = without ? others : [...others, { api_key: [] }];
      if (security.length > 0 || existing.length > 0) definition.security = security;
    }
  }

  addAuthorizer(path: string, method: string, name: string, scopes: Value | undefined): void {
    for (const definition of this.paths.definitions(path, method))
      this.#setSecurity(definition, [...securityOf(definition, path, method), { [name]: scopes === undefined ? [] : copy(scopes) }]);
  }

  setApiKey(path: string, method: string, required: boolean): void {
    for (const definition of this.paths.definitions(path, method)) {
      if (required) this.addApiKeySecurity();
      definition.security = [...securityOf(definition, path, method), { [required ? 'api_key' : 'api_key_false']: [] }];
    }
  }

  addValidator(path: string, method: string, body: boolean, parameters: boolean): void {
    const name = body ? (parameters ? 'body-and-params' : 'body-only') : parameters ? 'params-only' : 'no-validation';
    this.section('x-amazon-apigateway-request-validators')[name] ??= {
      validateRequestBody: body,
      validateRequestParameters: parameters,
    };
    for (const definition of this.paths.definitions(path, method)) definition['x-amazon-apigateway-request-validator'] = name;
  }

  addRequestModel(path: string, method: string, model: string, required: Value | undefined): void {
    const name = model.toLowerCase();
    const demand = required === undefined ? {} : { required };
    for (const definition of this.paths.definitions(path, method)) {
      if (get(this.body, 'swagger') !== undefined) {
        const parameter = { in: 'body', name, schema: { $ref: `#/definitions/${name}` }, ...demand };
        definition.parameters = [...listIn(definition, 'parameters'), parameter];
      } else if (isVersion3(get(this.body, 'openapi')))
        definition.requestBody = { content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } }, ...demand };
    }
  }

  addRequestParameters(path: string, method: string, parameters: readonly { name: string; required: Value; caching: Value }[]): void {
    for (const definition of this.paths.definitions(path, method)) {
      const list = listIn(definition, 'parameters');
      for (const { name, required, caching } of parameters) {
        const [location, ...rest] = name.replaceAll('method.request.', '').split('.');
        list.push({ in: location === 'querystring' ? 'query' : location!, name: rest.join('.'), required, type: 'string' });
        if (!filled(caching)) continue;
        const integration = definition[INTEGRATION] as Block;
        integration.cacheKeyParameters = [...listIn(integration, 'cacheKeyParameters'), name];
      }
      definition.parameters = list;
    }
  }

  /** Methods that the preflight answer names, as one text. */
  corsMethods(item: Block): string {
    const names = Object.keys(item);
    const all = names.includes(ANY_METHOD) ? ['OPTIONS', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'] : [...names, 'options'];
    return [...new Set(all.map((each) => each.toUpperCase()))].sort().join(',');
  }
}

const listIn = (block: Block, name: string): Value[] => {
  const found = get(block, name);
  return Array.isArray(found) ? [...found] : [];
};

function split(security: readonly Value[], names: ReadonlySet<string>, path: string, method: string): [others: Value[], own: Value[]] {
  const [others, own]: [Value[], Value[]] = [[], []];
  for (const each of security) {
    if (!isBlock(each))
      throw invalidDocument(
        `${isText(each) ? each : JSON.stringify(each)} in Security for path ${path} method ${method} is not a valid dictionary.`,
      );
    (Object.keys(each).some((name) => names.has(name)) ? own : others).push(each);
  }
  return [others, own];
}
