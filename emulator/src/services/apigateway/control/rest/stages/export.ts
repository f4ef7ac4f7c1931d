// GetExport: what a stage has deployed, as an OpenAPI document.
import { operation } from '#model/apigateway';
import { bad } from '#services/apigateway/control/rest/faults';
import { findApi } from '#services/apigateway/control/rest/find';
import { exportedRestApi } from '#services/apigateway/openapi/export-rest';
import { documentationParts, documentationVersions } from '#services/apigateway/rest-state';
import { findDeployment } from './deployments.ts';
import { findStage } from './stages.ts';

const EXTENSIONS = new Set(['integrations', 'authorizers', 'apigateway', 'documentation']);

/** `extensions` is a list with commas. @throws BadRequestException */
function extensionsIn({ extensions = '' }: Readonly<Record<string, string>>): ReadonlySet<string> {
  const names = extensions
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);
  for (const name of names)
    if (!EXTENSIONS.has(name)) throw bad(`Invalid extension: ${name}. Must be one of: [${[...EXTENSIONS].join(', ')}]`);
  return new Set(names);
}

export const GetExport = operation('GetExport', async (input, ctx) => {
  const { restApiId, stageName, exportType, accepts = 'application/json', parameters = {} } = input;
  const api = findApi(restApiId, ctx);
  const stage = findStage(restApiId, stageName, ctx);
  if (exportType !== 'swagger' && exportType !== 'oas30') throw bad('API Export is not supported for this export type');
  if (accepts !== 'application/json' && accepts !== 'application/yaml') throw bad(`Invalid accepts header: ${accepts}`);
  const names = extensionsIn(parameters);
  const isAll = names.has('apigateway');
  const { snapshot } = findDeployment(restApiId, stage.deploymentId, ctx);
  const version = stage.documentationVersion;
  const parts =
    version === undefined
      ? ctx.records(documentationParts).range([restApiId])
      : (ctx.records(documentationVersions).get([restApiId, version])?.parts ?? []);
  const told = version ?? api.version ?? new Date(api.createdMs).toISOString().replace(/\.\d+/, '');
  const document = exportedRestApi(
    {
      snapshot,
      info: { title: snapshot.api.name, description: api.description, version: told },
      host: `${restApiId}.execute-api.${ctx.region}.amazonaws.com`,
      stage: stageName,
      documentation: parts.length > 0 && (isAll || names.has('documentation')) ? parts : undefined,
    },
    exportType,
    { integrations: isAll || names.has('integrations'), authorizers: isAll || names.has('authorizers'), apigateway: isAll },
  );
  const isYaml = accepts === 'application/yaml';
  const text = isYaml ? (await import('js-yaml')).dump(JSON.parse(JSON.stringify(document))) : JSON.stringify(document, undefined, 2);
  return {
    contentType: 'application/octet-stream',
    contentDisposition: `attachment; filename="${exportType}_${told}.${isYaml ? 'yaml' : 'json'}"`,
    body: Buffer.from(text),
  };
});
