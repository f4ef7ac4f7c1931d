// The `Globals` section: properties that all resources of a type share.
// Source of the names: samtranslator/plugins/globals/globals.py of github.com/aws/serverless-application-model.

import { table } from '#lib/table';
import { isVersion3 } from './documents/paths.ts';
import { isRestDocument } from './documents/rest-document.ts';
import { shown } from './message-text.ts';
import { InvalidDocument, invalidResource, SamProblem } from './problems.ts';
import { isSamType } from './sam-types.ts';
import { type Block, filled, get, has, isBlock, isIntrinsic, isText, type Value } from './values.ts';

const PREFIX = 'AWS::Serverless::';
/** Limit: characters that the section Globals may add to all resources of a template together. */
const MAX_COPIED = 4_000_000;

const SUPPORTED: Readonly<Record<string, string>> = table({
  Function: `Handler Runtime CodeUri DeadLetterQueue Description MemorySize Timeout VpcConfig Environment Tags PropagateTags Tracing KmsKeyArn
AutoPublishAlias AutoPublishAliasAllProperties Layers DeploymentPreference RolePath PermissionsBoundary ReservedConcurrentExecutions
ProvisionedConcurrencyConfig AssumeRolePolicyDocument EventInvokeConfig FileSystemConfigs CodeSigningConfigArn Architectures SnapStart
EphemeralStorage FunctionUrlConfig RuntimeManagementConfig LoggingConfig RecursiveLoop SourceKMSKeyArn TenancyConfig DurableConfig
CapacityProviderConfig FunctionScalingConfig PublishToLatestPublished VersionDeletionPolicy`,
  Api: `Auth Name DefinitionUri CacheClusterEnabled CacheClusterSize MergeDefinitions Variables EndpointConfiguration MethodSettings
BinaryMediaTypes MinimumCompressionSize Cors GatewayResponses AccessLogSetting CanarySetting TracingEnabled OpenApiVersion Domain AlwaysDeploy
PropagateTags SecurityPolicy EndpointAccessMode`,
  HttpApi: `Auth AccessLogSettings StageVariables Tags CorsConfiguration DefaultRouteSettings Domain RouteSettings FailOnWarnings PropagateTags`,
  SimpleTable: 'SSESpecification',
  StateMachine: 'PropagateTags',
  LayerVersion: 'PublishLambdaVersion',
  CapacityProvider: 'VpcConfig OperatorRole Tags InstanceRequirements ScalingConfig KmsKeyArn PropagateTags',
  WebSocketApi: `AccessLogSettings ApiKeySelectionExpression DefaultRouteSettings DisableExecuteApiEndpoint DisableSchemaValidation Domain
FailOnWarnings IpAddressType PropagateTags RouteSelectionExpression RouteSettings StageVariables Tags`,
});

/** Merges the section into the resources, and removes it. @throws InvalidDocument */
export function mergeGlobals(template: Block): void {
  const sections = has(template, 'Globals') ? readSections(template.Globals!) : {};
  delete template.Globals;
  let left = MAX_COPIED;
  for (const [id, resource] of Object.entries(template.Resources as Block)) {
    if (!isBlock(resource) || !isSamType(resource.Type)) continue;
    const section = sections[String(resource.Type)];
    if (section === undefined) continue;
    const shared = withoutIgnored(id, section, get(resource, 'IgnoreGlobals'));
    left -= JSON.stringify(shared).length;
    if (left < 0) throw invalidGlobals('It is too long for so many resources.');
    resource.Properties = merge(structuredClone(shared), get(resource, 'Properties') ?? {});
  }
  for (const resource of Object.values(template.Resources as Block)) if (get(resource, 'Type') === `${PREFIX}Api`) convertVersion(resource);
}

const invalidGlobals = (message: string): InvalidDocument =>
  new InvalidDocument([new SamProblem('Globals', `'Globals' section is invalid. ${message}`)]);

function readSections(globals: Value): Record<string, Block> {
  if (!isBlock(globals)) throw invalidGlobals('It must be a non-empty dictionary');
  const sections: Record<string, Block> = Object.create(null);
  for (const [name, properties] of Object.entries(globals)) {
    const names = Object.hasOwn(SUPPORTED, name) ? SUPPORTED[name]!.split(/\s+/) : undefined;
    if (!names)
      throw invalidGlobals(`'${name}' is not supported. Must be one of the following values - ${shown(Object.keys(SUPPORTED).sort())}`);
    if (!isBlock(properties)) throw invalidGlobals('Value of ${section} must be a dictionary');
    const unknown = Object.keys(properties).find((key) => !names.includes(key));
    if (unknown !== undefined)
      throw invalidGlobals(`'${unknown}' is not a supported property of '${name}'. Must be one of the following values - ${shown(names)}`);
    sections[PREFIX + name] = properties;
  }
  return sections;
}

function withoutIgnored(id: string, section: Block, ignored: Value | undefined): Block {
  if (!filled(ignored)) return section;
  if (ignored === '*') return {};
  const fail = (end: string): InvalidDocument =>
    new InvalidDocument([invalidResource(id, `Resource ${id} has invalid resource attribute 'IgnoreGlobals'${end}.`)]);
  if (!Array.isArray(ignored)) throw fail('');
  const rest = { ...section };
  for (const name of ignored) {
    if (!isText(name) || !has(rest, name)) throw fail(` on item '${shown(name)}'`);
    delete rest[name];
  }
  return rest;
}

/** The local value wins; maps are merged member by member, lists are joined, functions count as plain values. */
function merge(shared: Value, local: Value): Value {
  if (Array.isArray(shared) && Array.isArray(local)) return [...shared, ...local];
  if (!isBlock(shared) || !isBlock(local) || isFunction(shared) || isFunction(local)) return local;
  const merged: Block = { ...shared };
  for (const [key, value] of Object.entries(local)) merged[key] = Object.hasOwn(shared, key) ? merge(shared[key]!, value) : value;
  return merged;
}

const isFunction = (value: Block): boolean => isIntrinsic(value);

/** With `OpenApiVersion` 3, the document that the transform manages says so. */
function convertVersion(resource: Value): void {
  const properties = get(resource, 'Properties');
  if (!isBlock(properties) || !has(properties, '__MANAGE_SWAGGER') || !isVersion3(get(properties, 'OpenApiVersion'))) return;
  properties.OpenApiVersion = shown(properties.OpenApiVersion);
  const body = get(properties, 'DefinitionBody');
  if (!isBlock(body) || (!isRestDocument(body) && !has(body, 'paths'))) return;
  body.openapi = properties.OpenApiVersion;
  if (filled(get(body, 'swagger'))) delete body.swagger;
}
