// APIs that nobody declared: `Api` events without `RestApiId` make `ServerlessRestApi`, `HttpApi` events without `ApiId` make `ServerlessHttpApi`.
// The paths of all events are added here; the integrations follow when the functions are transformed.
import { emptyHttpDocument, HttpDocument, isHttpDocument } from './documents/http-document.ts';
import { ANY_METHOD, Paths } from './documents/paths.ts';
import { emptyRestDocument, isRestDocument, RestDocument } from './documents/rest-document.ts';
import { referencedApi } from './events/api-link.ts';
import {
  EventProblem,
  expectMap,
  expectPresent,
  expectText,
  InvalidDocument,
  invalidResource,
  ofEvent,
  ofResource,
  type SamProblem,
} from './problems.ts';
import { type Block, combinedConditions, conditional, filled, get, has, isBlock, isText, type Value } from './values.ts';

interface ApiKind {
  readonly type: string;
  readonly event: string;
  readonly reference: string;
  readonly id: string;
  readonly empty: () => Block;
  readonly isDocument: (body: Value | undefined) => boolean;
  readonly paths: (body: Value | undefined) => Paths;
}
const REST: ApiKind = {
  type: 'AWS::Serverless::Api',
  event: 'Api',
  reference: 'RestApiId',
  id: 'ServerlessRestApi',
  empty: emptyRestDocument,
  isDocument: isRestDocument,
  paths: (body) => new RestDocument(body).paths,
};
const HTTP: ApiKind = {
  type: 'AWS::Serverless::HttpApi',
  event: 'HttpApi',
  reference: 'ApiId',
  id: 'ServerlessHttpApi',
  empty: emptyHttpDocument,
  isDocument: isHttpDocument,
  paths: (body) => new HttpDocument(body).paths,
};

/** Gives APIs without a definition an empty document that the transform fills. */
export function addEmptyDefinitions(resources: Block): void {
  for (const kind of [REST, HTTP])
    for (const resource of Object.values(resources) as Block[]) {
      if (resource.Type !== kind.type) continue;
      resource.Properties ??= {};
      const properties = resource.Properties as Block;
      if (filled(get(properties, 'DefinitionBody')) || filled(get(properties, 'DefinitionUri'))) continue;
      properties.DefinitionBody = kind.empty();
      properties.__MANAGE_SWAGGER = true;
    }
}

/** @throws InvalidDocument */
export function addImplicitApis(template: Block): void {
  addImplicitApi(template, REST);
  addImplicitApi(template, HTTP);
}

/** Conditions of the methods by API and path, and the policies of the resources behind each API. */
class ApiUse {
  readonly conditions = new Map<string, Map<string, Map<string, string | undefined>>>();
  readonly deletion = new Set<Value>();
  readonly replacement = new Set<Value>();
}

function addImplicitApi(template: Block, kind: ApiKind): void {
  const resources = template.Resources as Block;
  const existing = resources[kind.id];
  const stage = kind === REST ? { StageName: 'Prod' } : {};
  resources[kind.id] = { Type: kind.type, Properties: { ...stage, DefinitionBody: kind.empty(), __MANAGE_SWAGGER: true } };
  const use = new ApiUse();
  const problems: SamProblem[] = [];
  for (const [id, resource] of Object.entries(resources) as [string, Block][]) {
    if (resource.Type !== 'AWS::Serverless::Function' && resource.Type !== 'AWS::Serverless::StateMachine') continue;
    const events = get(resource, 'Properties', 'Events');
    if (!isBlock(events)) continue;
    try {
      for (const [name, event] of Object.entries(events))
        if (get(event, 'Type') === kind.event) addEvent(name, event as Block, resource, template, kind, use);
    } catch (error) {
      if (!(error instanceof EventProblem)) throw error;
      problems.push(invalidResource(id, error.message));
    }
  }
  addAttributes(template, kind, use);
  for (const [id, api] of Object.entries(resources))
    if (get(api, 'Type') === kind.type) addPathConditions(template, id, api as Block, kind, use);
  if (Object.keys(get(resources, kind.id, 'Properties', 'DefinitionBody', 'paths') as Block).length === 0) {
    if (existing === undefined) delete resources[kind.id];
    else resources[kind.id] = existing;
  }
  if (problems.length > 0) throw new InvalidDocument(problems);
}

function addEvent(name: string, event: Block, owner: Block, template: Block, kind: ApiKind, use: ApiUse): void {
  const given = has(event, 'Properties') ? (event.Properties ?? undefined) : {};
  if (!filled(given) && kind === REST) return;
  const properties = expectMap(given, '', ofEvent(name), 'Properties should be a map.');
  event.Properties = properties;
  const resources = template.Resources as Block;
  if (!has(properties, kind.reference)) {
    addTags(owner, template, resources[kind.id] as Block);
    properties[kind.reference] = { Ref: kind.id };
  }
  if (kind === HTTP && !filled(get(properties, 'Path')) && !filled(get(properties, 'Method')))
    Object.assign(properties, { Path: '$default', Method: ANY_METHOD });
  const apiId = referencedApi(get(properties, kind.reference));
  expectPresent(get(properties, 'Path'), 'Path', ofEvent(name));
  expectPresent(get(properties, 'Method'), 'Method', ofEvent(name));
  const id = expectText(apiId, kind.reference, ofEvent(name));
  const path = expectText(get(properties, 'Path'), 'Path', ofEvent(name));
  const method = expectText(get(properties, 'Method'), 'Method', ofEvent(name));
  const condition = get(owner, 'Condition');
  const paths = getOrAdd(use.conditions, id, () => new Map<string, Map<string, string | undefined>>());
  getOrAdd(paths, path, () => new Map<string, string | undefined>()).set(method, isText(condition) ? condition : undefined);
  if (id === kind.id) {
    use.deletion.add(get(owner, 'DeletionPolicy') ?? null);
    use.replacement.add(get(owner, 'UpdateReplacePolicy') ?? null);
  }
  addPath(name, id, path, method, resources, kind);
  if (kind === HTTP && has(properties, 'RouteSettings'))
    addRouteSettings(name, id, `${method === ANY_METHOD ? '' : `${method.toUpperCase()} `}${path}`, properties, condition, resources);
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

function addTags(owner: Block, template: Block, api: Block): void {
  const shared = get(template, 'Globals', String(owner.Type).slice('AWS::Serverless::'.length));
  const either = (name: string): Value | undefined => [get(owner, 'Properties', name), get(shared, name)].find(filled);
  const tags = either('Tags');
  if (!filled(either('PropagateTags')) || !isBlock(tags)) return;
  const properties = api.Properties as Block;
  properties.Tags = { ...(properties.Tags as Block | undefined), ...tags };
  properties.PropagateTags = true;
}

function addPath(event: string, id: string, path: string, method: string, resources: Block, kind: ApiKind): void {
  const api = get(resources, id);
  if (!isBlock(api) || (api.Type === HTTP.type && kind === REST))
    throw new EventProblem(event, `${kind.reference} must be a valid reference to an '${kind.type}' resource in same template.`);
  const body = get(api, 'Properties', 'DefinitionBody');
  if (kind.isDocument(body) && filled(get(api, 'Properties', '__MANAGE_SWAGGER'))) new Paths(get(body, 'paths') as Block).add(path, method);
}

function addRouteSettings(
  event: string,
  id: string,
  route: string,
  properties: Block,
  condition: Value | undefined,
  resources: Block,
): void {
  const api = get(resources, id, 'Properties') as Block;
  const settings = expectMap(get(api, 'RouteSettings') ?? {}, 'RouteSettings', ofResource(id));
  const own = filled(condition) ? conditional(condition!, properties.RouteSettings!) : properties.RouteSettings;
  settings[route] = { ...(settings[route] as Block | undefined), ...expectMap(own, 'RouteSettings', ofEvent(event)) };
  api.RouteSettings = settings;
}

/** The implicit API exists only if one of its functions does, and is kept if one of them is. */
function addAttributes(template: Block, kind: ApiKind, use: ApiUse): void {
  const api = (template.Resources as Block)[kind.id] as Block;
  const paths = use.conditions.get(kind.id);
  const conditions = new Set([...(paths?.values() ?? [])].flatMap((methods) => [...methods.values()]));
  if (conditions.size > 0 && !conditions.has(undefined)) {
    const names = [...conditions] as string[];
    if (names.length === 1) api.Condition = names[0]!;
    else {
      api.Condition = `${kind.id}Condition`;
      addCombined(template, names, `${kind.id}Condition`);
    }
  }
  const deletion = ['Retain', 'Delete'].find((policy) => use.deletion.has(policy));
  if (deletion) api.DeletionPolicy = deletion;
  const replacement = ['Retain', 'Snapshot', 'Delete'].find((policy) => use.replacement.has(policy));
  if (replacement) api.UpdateReplacePolicy = replacement;
}

function addCombined(template: Block, names: readonly string[], name: string): void {
  template.Conditions = { ...(template.Conditions as Block | undefined), ...combinedConditions([...names].sort(), name) };
}

/** A path all of whose methods have conditions exists only if one of them holds. */
function addPathConditions(template: Block, id: string, api: Block, kind: ApiKind, use: ApiUse): void {
  if (!filled(get(api, 'Properties', '__MANAGE_SWAGGER'))) return;
  const paths = kind.paths(get(api, 'Properties', 'DefinitionBody'));
  for (const path of paths.names()) {
    const conditions = new Set(use.conditions.get(id)?.get(path)?.values());
    if (conditions.size === 0 || conditions.has(undefined)) continue;
    const names = [...conditions] as string[];
    const name = `${id}${path.replaceAll('/', 'SLASH').replaceAll('{', 'OB').replaceAll('}', 'CB')}PathCondition`;
    if (names.length > 1) addCombined(template, names, name);
    paths.makeConditional(path, names.length > 1 ? name : names[0]!);
  }
}
