// ImportRestApi, PutRestApi: APIs from OpenAPI documents.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { type Integration, operation } from '#model/apigateway';
import { newId } from '#services/apigateway/addresses/api-ids';
import { reading } from '#services/apigateway/control/rest/documents';
import { bad } from '#services/apigateway/control/rest/faults';
import { findApi } from '#services/apigateway/control/rest/find';
import { putDocumentation } from '#services/apigateway/control/rest/records/documentation-parts';
import { type Definition, definitionOf } from '#services/apigateway/openapi/rest-definition';
import { type JsonMap, readRestDocument } from '#services/apigateway/openapi/rest-document';
import { type Api, apis, authorizers, gatewayResponses, models, validators } from '#services/apigateway/rest-state';
import { deleteParts, newApi, putApi, putDefaults, putRoot, shownApi, shownWithTags } from './apis.ts';
import { checkAuthorizer } from './authorizers.ts';
import { checkIntegrationResponse } from './integration-responses.ts';
import { checkIntegration } from './integrations.ts';
import { checkMethod } from './methods.ts';
import { ResourceTree } from './resource-tree.ts';

const MODES = { ignore: 'ignore', prepend: 'prepend', split: 'split' } as const;

interface Import {
  readonly body: Uint8Array;
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  readonly failOnWarnings?: boolean | undefined;
}

async function definitionIn({ body, parameters = {}, failOnWarnings }: Import, ctx: Ctx): Promise<Definition> {
  const given = parameters['basepath'] ?? parameters['basePath'] ?? 'ignore';
  if (!Object.hasOwn(MODES, given)) throw bad(`Invalid value for basepath: ${given}. Must be one of: [ignore, prepend, split]`);
  const definition = await reading(async () => definitionOf(await readRestDocument(body, ctx), MODES[given as keyof typeof MODES]));
  const { warnings } = definition;
  if (failOnWarnings && warnings.length > 0) throw bad(`Warnings found during import:\n\t${warnings.join('\n\t')}`);
  return definition;
}

export const ImportRestApi = operation('ImportRestApi', async (input, ctx) => {
  const definition = await definitionIn(input, ctx);
  const { parameters } = input;
  const { name, description, version, settings } = definition;
  const type = parameters?.['endpointConfigurationTypes'];
  const types = settings.endpointTypes ?? (type === undefined ? undefined : [type]);
  const { endpointTypes: _, ...kept } = settings;
  const api = newApi({ name, description, version, ...kept, endpointConfiguration: types && { types } }, ctx);
  return ctx.write((tx) => {
    putApi(tx, api, ctx);
    // Its models are those of the document alone (recorded in July 2025)
    putRoot(tx, api, ctx);
    writeDefinition(tx, api, definition, ctx);
    return { ...shownApi(api), ...told(definition) };
  });
});

export const PutRestApi = operation('PutRestApi', async ({ restApiId, mode = 'merge', ...input }, ctx) => {
  if (mode !== 'merge' && mode !== 'overwrite') throw bad('Invalid mode specified. Must be one of: [merge, overwrite]');
  const definition = await definitionIn(input, ctx);
  const before = findApi(restApiId, ctx);
  const { endpointTypes, binaryMediaTypes, ...settings } = definition.settings;
  const added = [...new Set([...(mode === 'merge' ? (before.binaryMediaTypes ?? []) : []), ...(binaryMediaTypes ?? [])])];
  const known = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const api: Api = {
    ...(before as Api),
    ...known,
    name: definition.name || before.name,
    description: definition.description ?? before.description,
    version: definition.version ?? before.version,
    binaryMediaTypes: added.length > 0 ? added : undefined,
    endpointConfiguration: endpointTypes ? { ...before.endpointConfiguration, types: endpointTypes } : before.endpointConfiguration,
  };
  return ctx.write((tx) => {
    if (mode === 'overwrite') {
      deleteParts(tx, restApiId, ctx);
      putDefaults(tx, api, ctx);
    }
    tx.put(ctx.records(apis), [restApiId], api);
    writeDefinition(tx, api, definition, ctx);
    return { ...shownWithTags(api), ...told(definition) };
  });
});

const told = ({ warnings }: Definition) => (warnings.length > 0 ? { warnings: [...warnings] } : {});

/** Names become ids; a method replaces the method that is there as a whole. */
function writeDefinition(tx: Tx, api: Api, definition: Definition, ctx: Ctx): void {
  for (const { name, schema, description } of definition.models) {
    const before = ctx.records(models).get([api.id, name]);
    const model = {
      id: before?.id ?? newId(ctx, 6),
      name,
      description,
      schema: JSON.stringify(withModelUrls(schema, api.id)),
      contentType: 'application/json',
    };
    tx.put(ctx.records(models), [api.id, name], model);
  }
  const authorizerIds = new Map<string, string>();
  for (const authorizer of definition.authorizers) {
    const before = ctx
      .records(authorizers)
      .range([api.id])
      .find(({ name }) => name === authorizer.name);
    const id = before?.id ?? newId(ctx, 6);
    checkAuthorizer(authorizer);
    tx.put(ctx.records(authorizers), [api.id, id], { ...authorizer, id });
    authorizerIds.set(authorizer.name!, id);
  }
  for (const validator of definition.validators) {
    const before = ctx
      .records(validators)
      .range([api.id])
      .find(({ name }) => name === validator.name);
    const id = before?.id ?? newId(ctx, 6);
    tx.put(ctx.records(validators), [api.id, id], { ...validator, id });
  }
  for (const response of definition.gatewayResponses) tx.put(ctx.records(gatewayResponses), [api.id, response.responseType!], response);
  putDocumentation(tx, api.id, definition.documentation, false, ctx);
  const tree = new ResourceTree(api.id, ctx);
  const validatorsByName = new Map(
    ctx
      .records(validators)
      .range([api.id])
      .map((validator) => [validator.name, validator]),
  );
  for (const { path, method } of definition.methods) {
    const resource = tree.ensure(tx, path);
    const validator = validatorsByName.get(method.requestValidatorId);
    if (method.requestValidatorId !== undefined && !validator) throw bad(`Invalid Request Validator identifier specified`);
    const authorizerId = method.authorizerId === undefined ? undefined : authorizerIds.get(method.authorizerId);
    const methodIntegration = method.methodIntegration && checked({ cacheNamespace: resource.id, ...defined(method.methodIntegration) });
    const written = { ...method, authorizerId, requestValidatorId: validator?.id, methodIntegration };
    checkMethod(api.id, written, ctx);
    tree.put(tx, { ...resource, methods: { ...resource.methods, [method.httpMethod!]: written } });
  }
}

const defined = (integration: Integration): Integration =>
  Object.fromEntries(Object.entries(integration).filter(([, value]) => value !== undefined));

function checked(integration: Integration): Integration {
  checkIntegration(integration);
  for (const response of Object.values(integration.integrationResponses ?? {})) checkIntegrationResponse(response);
  return integration;
}

/** Schemas refer to each other by the addresses of models. */
function withModelUrls(schema: JsonMap, api: string): unknown {
  const text = JSON.stringify(schema);
  return JSON.parse(
    text.replace(
      /"\$ref":"#\/(?:definitions|components\/schemas)\/([^"/]+)"/g,
      `"$ref":"https://apigateway.amazonaws.com/restapis/${api}/models/$1"`,
    ),
  );
}
