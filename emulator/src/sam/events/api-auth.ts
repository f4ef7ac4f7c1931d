// `Auth` of an `Api` event: authorizer, API key and resource policy of one method.
import { ResourcePolicyWriter } from '#sam/documents/resource-policy';
import type { RestDocument } from '#sam/documents/rest-document';
import { shown } from '#sam/message-text';
import { EventProblem, expectList, expectMap, invalidDocument, ofEvent, ofResource } from '#sam/problems';
import type { Transformation } from '#sam/transformation';
import { type Block, filled, get, isBlock, isText, type Value } from '#sam/values';

export interface ApiMethod {
  readonly event: string;
  readonly apiId: string;
  readonly api: Block;
  readonly method: string;
  readonly path: string;
  readonly stage: Value;
}

/** @throws EventProblem for an authorizer that the API does not declare */
export function checkAuthorizerTypes(place: ApiMethod, authorizer: Value, authorizers: Value | undefined, iam: boolean): void {
  if (authorizer === 'NONE' || (authorizer === 'AWS_IAM' && iam)) return;
  if (!isText(authorizer) || !isBlock(authorizers))
    throw new EventProblem(
      place.event,
      `Unable to set Authorizer [${shown(authorizer)}] on API method [${place.method}] for path [${place.path}]. The method authorizer must be a string with a corresponding dict entry in the api authorizer.`,
    );
}

export function addMethodAuth(auth: Block, place: ApiMethod, document: RestDocument, there: Transformation): void {
  const { event, method, path } = place;
  const authorizer = get(auth, 'Authorizer');
  const apiAuth = resolvedAuth(get(place.api, 'Auth'), there);
  if (filled(authorizer)) checkAuthorizer(authorizer!, apiAuth, place);
  const scopes = get(auth, 'AuthorizationScopes');
  if (filled(scopes)) {
    expectList(scopes, 'Auth.AuthorizationScopes', ofEvent(event));
    if (!filled(authorizer)) throw new EventProblem(event, 'AuthorizationScopes works only when Authorizer is set');
  }
  const keyRequired = get(auth, 'ApiKeyRequired');
  if (keyRequired !== undefined && !filled(keyRequired) && !filled(get(apiAuth, 'ApiKeyRequired')))
    throw new EventProblem(
      event,
      `Unable to set ApiKeyRequired [False] on API method [${method}] for path [${path}] because the related API does not specify any ApiKeyRequired.`,
    );
  if (filled(authorizer)) addAuthorizer(authorizer!, scopes, place, document);
  if (keyRequired !== undefined) document.setApiKey(path, method, filled(keyRequired));
  const policy = get(auth, 'ResourcePolicy');
  if (!filled(policy)) return;
  const lists = expectMap(policy, 'Auth.ResourcePolicy', ofResource(event));
  const writer = new ResourcePolicyWriter(document, there.budget);
  writer.add(lists, path, place.stage);
  if (filled(get(lists, 'CustomStatements'))) writer.addCustom(get(lists, 'CustomStatements'));
}

/** Resolved once per API, however many methods it has. */
function resolvedAuth(auth: Value | undefined, { resolver, budget }: Transformation): Value | undefined {
  if (!isBlock(auth)) return resolver.parameters(auth);
  const found = budget.resolved.get(auth) ?? resolver.parameters(auth);
  budget.resolved.set(auth, found);
  return found;
}

function checkAuthorizer(authorizer: Value, apiAuth: Value | undefined, place: ApiMethod): void {
  const { event, apiId, method, path } = place;
  const authorizers = get(apiAuth, 'Authorizers');
  if (filled(authorizers)) expectMap(authorizers, 'Auth.Authorizers', ofResource(apiId));
  if (authorizer === 'AWS_IAM') return;
  const on = `on API method [${method}] for path [${path}]`;
  if (authorizer === 'NONE') {
    if (!filled(get(apiAuth, 'DefaultAuthorizer')))
      throw new EventProblem(
        event,
        `Unable to set Authorizer ${on} because 'NONE' is only a valid value when a DefaultAuthorizer on the API is specified.`,
      );
    return;
  }
  const unable = `Unable to set Authorizer [${shown(authorizer)}] ${on}`;
  if (!filled(authorizers)) throw new EventProblem(event, `${unable} because the related API does not define any Authorizers.`);
  checkAuthorizerTypes(place, authorizer, authorizers, false);
  if (!filled(get(authorizers, String(authorizer))))
    throw new EventProblem(event, `${unable} because it wasn't defined in the API's Authorizers.`);
}

function addAuthorizer(authorizer: Value, methodScopes: Value | undefined, { api, path, method }: ApiMethod, document: RestDocument): void {
  const name = String(authorizer);
  const authorizers = get(api, 'Auth', 'Authorizers');
  let scopes: Value | undefined;
  if (name !== 'NONE' && filled(authorizers)) {
    const declared = get(authorizers, name);
    if (declared !== undefined && !isBlock(declared)) throw invalidDocument(`Type of authorizer '${name}' must be a dictionary`);
    if (declared !== undefined) scopes = methodScopes ?? get(declared, 'AuthorizationScopes');
  }
  document.addAuthorizer(path, method, name, scopes);
}
