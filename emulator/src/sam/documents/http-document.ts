// The OpenAPI document of an HTTP API, changed in place. Source of the behaviour: samtranslator/open_api/open_api.py.
import { shown, typeName } from '#sam/message-text';
import { invalidDocument } from '#sam/problems';
import { type Block, filled, get, isBlock, isIntrinsic, ref, same, type Value } from '#sam/values';
import {
  ANY_METHOD,
  alternatives,
  expectDefinition,
  hasIntegration,
  INTEGRATION,
  isVersion3,
  methodName,
  Paths,
  securityOf,
} from './paths.ts';

export const DEFAULT_ROUTE = '$default';
const DEFAULT_TITLE = ref('AWS::StackName');

export const isHttpDocument = (body: Value | undefined): body is Block =>
  isBlock(body) && isBlock(get(body, 'paths')) && filled(get(body, 'openapi')) && isVersion3(get(body, 'openapi'));

export const emptyHttpDocument = (): Block => ({ openapi: '3.0.1', info: { version: '1.0', title: { ...DEFAULT_TITLE } }, paths: {} });

export interface HttpCors {
  readonly [name: string]: Value | undefined;
}

export class HttpDocument {
  readonly body: Block;
  readonly paths: Paths;

  /** @throws InvalidDocument */
  constructor(body: Value | undefined) {
    if (!isHttpDocument(body))
      throw invalidDocument("Invalid OpenApi document. Invalid values or missing keys for 'openapi' or 'paths' in 'DefinitionBody'.");
    this.body = body;
    this.paths = new Paths(body.paths as Block);
    const components = get(body, 'components');
    if (components !== undefined && !isBlock(components))
      throw invalidDocument("Invalid OpenApi document: The value of 'components' should be a map");
  }

  /** Whether the method invokes this function and no other. */
  invokes(path: string, method: string, functionId: string): boolean {
    if (!this.paths.hasIntegration(path, method)) return false;
    return this.paths.definitions(path, method, true).every((definition) => {
      const integration = get(definition, INTEGRATION) ?? {};
      if (!isBlock(integration)) throw invalidDocument(`Value of '${INTEGRATION}' must be a dictionary according to Swagger spec.`);
      const uri = get(integration, 'uri');
      if (!isBlock(uri)) return false;
      return alternatives(uri).every((each) => /([A-Za-z0-9]+)\.Arn/.exec(String(get(each, 'Fn::Sub') ?? ''))?.[1] === functionId);
    });
  }

  addLambda(path: string, method: string, uri: Block, condition: Value | undefined): void {
    const name = methodName(method);
    if (this.paths.hasIntegration(path, method)) return;
    this.paths.add(path, method);
    for (const item of this.paths.of(path)) {
      const definition = (item[name] ?? {}) as Block;
      item[name] = definition;
      definition[INTEGRATION] = { type: 'aws_proxy', httpMethod: 'POST', payloadFormatVersion: '2.0', uri };
      if (path === DEFAULT_ROUTE && name === ANY_METHOD) definition.isDefaultRoute = true;
      definition.responses ??= {};
      if (condition !== undefined) item[name] = { 'Fn::If': [condition, definition, ref('AWS::NoValue')] };
    }
  }

  addPathParameters(path: string, method: string, names: readonly string[]): void {
    for (const definition of this.paths.definitions(path, method)) {
      definition.parameters ??= [];
      const parameters = definition.parameters as Value[];
      for (const name of names) {
        const known = parameters.find((each) => get(each, 'name') === name);
        if (isBlock(known)) Object.assign(known, { in: 'path', required: true });
        else parameters.push({ name, in: 'path', required: true });
      }
    }
  }

  setPayloadVersion(path: string, method: string, version: Value): void {
    for (const each of this.paths.definitions(path, method)) (each[INTEGRATION] as Block).payloadFormatVersion = version;
  }

  addAuthorizers(definitions: Block): void {
    if (Object.keys(definitions).length === 0) return;
    if (!filled(get(this.body, 'components'))) this.body.components = {};
    const components = this.body.components as Block;
    const schemes = get(components, 'securitySchemes');
    components.securitySchemes = { ...(isBlock(schemes) ? schemes : {}), ...definitions };
  }

  setDefaultAuthorizer(path: string, name: string, scopes: Value): void {
    for (const item of this.paths.of(path))
      for (const method of Object.keys(item)) {
        const normalized = methodName(method);
        if (normalized === 'parameters' || normalized === 'options') continue;
        if (!Object.hasOwn(item, normalized)) throw invalidDocument(`Could not find ${normalized} in ${path} within DefinitionBody.`);
        for (const each of alternatives(item[method])) {
          const definition = expectDefinition(each, path, method);
          if (hasIntegration(definition) && !filled(get(definition, 'security'))) definition.security = [{ [name]: scopes }];
        }
      }
  }

  addAuthorizer(path: string, method: string, name: string, authorizers: Value | undefined, eventScopes: Value | undefined): void {
    let scopes: Value = [];
    if (name !== 'NONE' && name !== 'AWS_IAM') {
      const declared = get(authorizers, name);
      if (declared !== undefined && !isBlock(declared)) throw invalidDocument(`Type of authorizer '${name}' must be a dictionary`);
      const wanted = filled(eventScopes) ? eventScopes : get(declared, 'AuthorizationScopes');
      if (filled(declared) && filled(wanted)) scopes = wanted!;
    }
    for (const definition of this.paths.definitions(path, method))
      definition.security = [...securityOf(definition, path, method), { [name]: scopes }];
  }

  addTags(tags: Block): void {
    const list = get(this.body, 'tags') ?? [];
    if (filled(list) && !Array.isArray(list))
      throw invalidDocument(`Tags in OpenApi DefinitionBody needs to be a list. ${shown(list)} is a ${typeName(list)} not a list.`);
    const entries: Value[] = Array.isArray(list) ? list : [];
    const byName = new Map(entries.map((each) => [get(each, 'name'), each]));
    for (const [name, value] of Object.entries(tags)) {
      const known = byName.get(name);
      if (isBlock(known)) known['x-amazon-apigateway-tag-value'] = value;
      else entries.push({ name, 'x-amazon-apigateway-tag-value': value });
    }
    this.body.tags = entries;
  }

  disableEndpoint(disabled: Value): void {
    const servers = get(this.body, 'servers') ?? [{}];
    for (const server of Array.isArray(servers) ? servers : [servers]) {
      if (!isBlock(server)) throw invalidDocument("Value of 'servers' item must be a dictionary according to Swagger spec.");
      const name = 'x-amazon-apigateway-endpoint-configuration';
      const known = get(server, name);
      server[name] = { ...(isBlock(known) ? known : {}), disableExecuteApiEndpoint: disabled };
    }
    this.body.servers = servers;
  }

  /** `CorsConfiguration`: a function as a whole, or members by their names in SAM. */
  addCors(cors: HttpCors | Value): void {
    const name = 'x-amazon-apigateway-cors';
    const known = get(this.body, name) ?? {};
    if (!isBlock(known)) throw invalidDocument(`Value of '${name}' must be a dictionary according to Swagger spec.`);
    this.body[name] = { ...known, ...(isIntrinsic(cors as Value) ? (inLowerCase(cors as Value) as Block) : corsMembers(cors as HttpCors)) };
  }

  addDescription(description: Value): void {
    const info = this.#info();
    if (!filled(get(info, 'description'))) info.description = description;
  }

  addTitle(title: Value): void {
    const info = this.#info();
    if (same(get(info, 'title'), DEFAULT_TITLE)) info.title = title;
  }

  #info(): Block {
    if (!isBlock(get(this.body, 'info'))) this.body.info = {};
    return this.body.info as Block;
  }
}

export const hasDefaultTitle = (title: Value | undefined): boolean => same(title, DEFAULT_TITLE);

const CORS = ['AllowOrigins', 'AllowHeaders', 'AllowMethods', 'ExposeHeaders', 'MaxAge', 'AllowCredentials'];
const lower = (name: string): string => name[0]!.toLowerCase() + name.slice(1);

function corsMembers(cors: HttpCors): Block {
  const used = CORS.filter((name) =>
    name === 'MaxAge' ? cors[name] !== undefined : name === 'AllowCredentials' ? cors[name] === true : filled(cors[name]),
  );
  return Object.fromEntries(used.map((name) => [lower(name), cors[name]!]));
}

/** The names of SAM within functions become those of OpenAPI. */
function inLowerCase(value: Value): Value {
  const rename = (text: string): string => CORS.reduce((changed, name) => changed.replaceAll(name, lower(name)), text);
  if (typeof value === 'string') return rename(value);
  if (Array.isArray(value)) return value.map(inLowerCase);
  if (!isBlock(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [rename(key), inLowerCase(item)]));
}
