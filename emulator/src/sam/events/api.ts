// Event `Api`: a method of a REST API that invokes the function.

import { integrationUri, methodName, permissionPath } from '#sam/documents/paths';
import { emptyRestDocument, RestDocument } from '#sam/documents/rest-document';
import { lambdaIntegration } from '#sam/documents/rest-integration';
import { shown } from '#sam/message-text';
import { EventProblem, expectMap, invalidResource, ofEvent, ofResource } from '#sam/problems';
import type { Transformation } from '#sam/transformation';
import { type Block, filled, get, isBlock, isIntrinsic, isText, shorthand, sub, type Value } from '#sam/values';
import { type ApiMethod, addMethodAuth } from './api-auth.ts';
import { linkedApi } from './api-link.ts';
import { type EventSource, type EventTarget, permission, type SamEvent } from './event-source.ts';

export const api: EventSource = {
  rules: {
    Path: 'str!',
    Method: 'str!',
    RestApiId: 'str!',
    Stage: 'str',
    Auth: 'map',
    RequestModel: 'map',
    RequestParameters: 'list',
    TimeoutInMillis: 'int',
    ResponseTransferMode: 'str',
  },
  link: (event, there) => {
    linkedApi(event, there);
  },
  make: (event, target, there) => {
    const { properties } = event;
    const method = String(properties.Method).toLowerCase();
    const path = String(properties.Path);
    const linked = linkedApi(event, there);
    const verb = method === 'any' ? '*' : method.toUpperCase();
    const plain = permissionPath(path.replace(/^(.+)\/$/, '$1'));
    const arn = `arn:${there.input.partition}:execute-api:\${AWS::Region}:\${AWS::AccountId}:\${__ApiId__}/\${__Stage__}/${verb}${plain}`;
    const allowed = permission(event.id, target, {
      principal: 'apigateway.amazonaws.com',
      sourceArn: sub(arn, { __ApiId__: properties.RestApiId!, __Stage__: '*' }),
      suffix: linked.stage,
    });
    if (linked.api) {
      const place: ApiMethod = { event: event.name, apiId: String(linked.id), api: linked.api, method, path, stage: linked.stage };
      if (filled(get(linked.api, '__MANAGE_SWAGGER')) || filled(get(linked.api, 'MergeDefinitions')))
        integrate(event, place, target, there);
      overrideAuth(properties.Auth, place, there);
    }
    return [allowed];
  },
};

function overrideAuth(auth: Value | undefined, place: ApiMethod, there: Transformation): void {
  const body = get(place.api, 'DefinitionBody');
  if (!filled(body) || !isBlock(auth) || !filled(get(auth, 'OverrideApiAuth'))) return;
  if (!['Authorizer', 'ApiKeyRequired', 'ResourcePolicy'].some((name) => filled(get(auth, name))))
    throw new EventProblem(
      place.event,
      'Must define one of: Authorizer, ApiKeyRequired or ResourcePolicy when using the OverrideApiAuth property.',
    );
  addMethodAuth(auth, place, new RestDocument(body, there.budget.checkedBodies), there);
}

function integrate(event: SamEvent, place: ApiMethod, target: EventTarget, there: Transformation): void {
  const { name, properties } = event;
  const { path, method } = place;
  const declared = get(place.api, 'DefinitionBody');
  if (declared === undefined) return;
  const merged = filled(get(place.api, 'MergeDefinitions'));
  const document = new RestDocument(merged ? emptyRestDocument() : declared, there.budget.checkedBodies);
  if (document.paths.hasIntegration(path, method))
    throw new EventProblem(name, `API method "${method}" defined multiple times for path "${path}".`);
  expectMap(filled(properties.Auth) ? properties.Auth : {}, 'Auth', ofEvent(name));
  const apiAuth = get(place.api, 'Auth');
  expectMap(filled(apiAuth) ? apiAuth : {}, 'Auth', ofResource(place.apiId));
  document.paths.changing(path, method, () => addMethod(event, place, target, document, there));
  if (merged) mergeInto(place, declared, document);
}

function addMethod(event: SamEvent, place: ApiMethod, target: EventTarget, document: RestDocument, there: Transformation): void {
  const { name, properties } = event;
  const { path, method } = place;
  const auth = filled(properties.Auth) ? (properties.Auth as Block) : {};
  const condition = get(target.attributes, 'Condition');
  const streamed = properties.ResponseTransferMode === 'RESPONSE_STREAM';
  const uri = integrationUri(there.input.partition, shorthand(target.arn), condition, streamed);
  document.addLambda(path, method, lambdaIntegration(uri, streamed, auth, get(place.api, 'Auth'), there), condition);
  if (filled(properties.Auth)) addMethodAuth(auth, place, document, there);
  if (filled(properties.TimeoutInMillis)) document.paths.setTimeout(path, method, properties.TimeoutInMillis!);
  if (filled(properties.RequestModel)) addModel(properties.RequestModel!, place, document);
  if (filled(properties.RequestParameters))
    document.addRequestParameters(path, method, requestParameters(name, properties.RequestParameters as Value[]));
}

function addModel(request: Value, place: ApiMethod, document: RestDocument): void {
  const { event, api, path, method } = place;
  const declared = expectMap(request, 'RequestModel', ofEvent(event));
  const model = get(declared, 'Model');
  if (!filled(model)) return;
  const models = get(api, 'Models');
  const fail = (verb: string, reason: string): never => {
    throw new EventProblem(
      event,
      `Unable to set ${verb}RequestModel [${shown(model)}] on API method [${method}] for path [${path}] ${reason}`,
    );
  };
  if (!filled(models)) fail('', 'because the related API does not define any Models.');
  if (!isIntrinsic(models) && !isBlock(models)) fail('', 'because the related API Models defined is of invalid type.');
  if (!isText(model)) {
    fail('', 'because the related API does not contain valid Models.');
    return;
  }
  if (!filled(get(models, model))) fail('', "because it wasn't defined in the API's Models.");
  document.addRequestModel(path, method, model, get(declared, 'Required'));
  const [body, parameters] = [get(declared, 'ValidateBody'), get(declared, 'ValidateParameters')];
  if (body === undefined && parameters === undefined) return;
  const isFlag = (value: Value | undefined): boolean => value === undefined || typeof value === 'boolean';
  if (!isFlag(body) || !isFlag(parameters))
    fail('Validator to ', 'ValidateBody and ValidateParameters must be a boolean type, strings or intrinsics are not supported.');
  document.addValidator(path, method, body === true, parameters === true);
}

const PARAMETER = /^method\.request\.(querystring|path|header)\./;

function requestParameters(event: string, declared: readonly Value[]): { name: string; required: Value; caching: Value }[] {
  const fail = (reason: string): never => {
    throw new EventProblem(event, `Invalid value for 'RequestParameters' property. ${reason}`);
  };
  const checked = (name: string): string =>
    PARAMETER.test(name)
      ? name
      : fail("Keys must be in the format 'method.request.[querystring|path|header].{value}', e.g 'method.request.header.Authorization'.");
  return declared.map((each) => {
    if (isText(each)) return { name: checked(each), required: false, caching: false };
    if (!isBlock(each)) return fail('Property must be either a string or an object');
    const [name = '', settings] = Object.entries(each)[0] ?? [];
    checked(name);
    if (!isBlock(settings) || !Object.keys(settings).every((key) => key === 'Required' || key === 'Caching'))
      return fail('Values must be an object, e.g { Required: true, Caching: false }');
    return { name, required: settings.Required ?? false, caching: settings.Caching ?? false };
  });
}

/** Merges the generated method over the method that the author wrote. */
function mergeInto({ apiId, path, method, api }: ApiMethod, body: Value, document: RestDocument): void {
  const paths = get(body, 'paths') ?? {};
  const item = get(paths, path);
  const declared = get(item, method) ?? {};
  const nonMap = !isBlock(paths) ? '' : item !== undefined && !isBlock(item) ? path : undefined;
  if (nonMap !== undefined)
    throw invalidResource(
      apiId,
      `Property 'DefinitionBody' is invalid: ${nonMap ? `The value of '${nonMap}' should be a map` : 'It should be a map'}`,
    );
  expectMap(declared, `DefinitionBody.paths.${path}.${method}`, ofResource(apiId));
  const generated = get(document.body, 'paths', path, methodName(method)) as Block;
  // Without `paths` there is nothing to merge into: the reference then loses the method, too.
  if (!isBlock(get(body, 'paths'))) return;
  const target = paths as Block;
  target[path] ??= {};
  (target[path] as Block)[method] = { ...(declared as Block), ...generated };
  api.DefinitionBody = { ...(body as Block), paths: target };
}
