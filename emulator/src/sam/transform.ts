// The transform `AWS::Serverless-2016-10-31` (AWS SAM): a template with serverless resources becomes one with plain resources.
// It is pure: no I/O, no clock; what it needs from outside comes with `TransformInput`.
// Behaviour and words of messages are those of the reference, github.com/aws/serverless-application-model (samtranslator),
// whose test inputs are the oracle of `test/oracles/sam.ts`. Hashes in ids of deployments differ: they are of this emulator's own text form.
import { table } from '#lib/table';
import { serverlessApi } from './apis/api.ts';
import { serverlessHttpApi } from './apis/http-api.ts';
import { SharedUsagePlan } from './apis/shared-usage-plan.ts';
import { webSocketApi } from './apis/web-socket-api.ts';
import { application, resolveApplications } from './application.ts';
import { capacityProvider } from './capacity-provider.ts';
import { connector, embeddedConnectors } from './connectors/connector.ts';
import { referencedApi } from './events/api-link.ts';
import { DeploymentPreferences } from './functions/deployment-preferences.ts';
import { serverlessFunction } from './functions/function.ts';
import { mergeGlobals } from './globals.ts';
import { graphqlApi } from './graphql/graphql-api.ts';
import { addEmptyDefinitions, addImplicitApis } from './implicit-apis.ts';
import { layerVersion } from './layer-version.ts';
import { shown } from './message-text.ts';
import { InvalidDocument, invalidDocument, SamProblem } from './problems.ts';
import { Resolver, rewriteIds, rewriteProperties } from './references.ts';
import { type MadeResource, render } from './resource.ts';
import { checkResources } from './sam-types.ts';
import { simpleTable } from './simple-table.ts';
import { stateMachine } from './state-machines/state-machine.ts';
import type { ResourceTransform, Transformation, TransformInput } from './transformation.ts';
import { type Block, copy, filled, get, isBlock, isText, type Value } from './values.ts';
import { WorkBudget } from './work-budget.ts';

interface SamType {
  readonly transform: ResourceTransform;
  /** The type of the main resource, which keeps the logical id. */
  readonly main: string | undefined;
  /** Properties such as `Alias` in `!Ref Function.Alias`, with the type of the resource that they name. */
  readonly referable?: Readonly<Record<string, string>>;
  /** Functions and machines come before the APIs, which their events change; connectors come last. */
  readonly rank: number;
}

const TYPES: Readonly<Record<string, SamType>> = table({
  'AWS::Serverless::Function': {
    transform: serverlessFunction,
    main: 'AWS::Lambda::Function',
    rank: 0,
    referable: {
      Alias: 'AWS::Lambda::Alias',
      Version: 'AWS::Lambda::Version',
      DestinationTopic: 'AWS::SNS::Topic',
      DestinationQueue: 'AWS::SQS::Queue',
    },
  },
  'AWS::Serverless::StateMachine': { transform: stateMachine, main: 'AWS::StepFunctions::StateMachine', rank: 1 },
  'AWS::Serverless::Api': {
    transform: serverlessApi,
    main: 'AWS::ApiGateway::RestApi',
    rank: 2,
    referable: {
      Stage: 'AWS::ApiGateway::Stage',
      Deployment: 'AWS::ApiGateway::Deployment',
      DomainName: 'AWS::ApiGateway::DomainName',
      DomainNameV2: 'AWS::ApiGateway::DomainNameV2',
      UsagePlan: 'AWS::ApiGateway::UsagePlan',
      UsagePlanKey: 'AWS::ApiGateway::UsagePlanKey',
      ApiKey: 'AWS::ApiGateway::ApiKey',
    },
  },
  'AWS::Serverless::HttpApi': {
    transform: serverlessHttpApi,
    main: 'AWS::ApiGatewayV2::Api',
    rank: 2,
    referable: { Stage: 'AWS::ApiGatewayV2::Stage', DomainName: 'AWS::ApiGatewayV2::DomainName' },
  },
  'AWS::Serverless::WebSocketApi': {
    transform: webSocketApi,
    main: 'AWS::ApiGatewayV2::Api',
    rank: 2,
    referable: { Stage: 'AWS::ApiGatewayV2::Stage', DomainName: 'AWS::ApiGatewayV2::DomainName' },
  },
  'AWS::Serverless::SimpleTable': { transform: simpleTable, main: 'AWS::DynamoDB::Table', rank: 3 },
  'AWS::Serverless::Application': { transform: application, main: 'AWS::CloudFormation::Stack', rank: 3 },
  'AWS::Serverless::LayerVersion': { transform: layerVersion, main: 'AWS::Lambda::LayerVersion', rank: 3 },
  'AWS::Serverless::CapacityProvider': { transform: capacityProvider, main: 'AWS::Lambda::CapacityProvider', rank: 3 },
  'AWS::Serverless::GraphQLApi': { transform: graphqlApi, main: 'AWS::AppSync::GraphQLApi', rank: 3 },
  'AWS::Serverless::Connector': { transform: connector, main: undefined, rank: 4 },
});

/** Made resources that may have the id of a declared one of the same type. */
const SHARED = new Set([
  'AWS::S3::Bucket',
  'AWS::SNS::Topic',
  'AWS::Cognito::UserPool',
  'AWS::ApiGateway::DomainName',
  'AWS::ApiGateway::BasePathMapping',
  'AWS::ApiGateway::DomainNameV2',
  'AWS::ApiGateway::BasePathMappingV2',
]);

/** @throws InvalidDocument with all problems of the template, in the words of the cloud */
export function transformServerless(source: Block, input: TransformInput): Block {
  const template = copy(source);
  checkResources(template);
  const parameters = parameterValues(template, input);
  if (template.Mappings === null || (template.Mappings !== undefined && !isBlock(template.Mappings)))
    throw invalidDocument("'Mappings' or 'Parameters' is either null or not a valid dictionary.");
  const resolver = new Resolver(parameters, (template.Mappings ?? {}) as Block);
  const problems: SamProblem[] = [];
  const report = (run: () => void): void => {
    try {
      run();
    } catch (error) {
      if (!(error instanceof SamProblem)) throw error;
      problems.push(error);
    }
  };
  const declared = template.Resources as Block;
  const applications = resolveApplications(declared, resolver, input);
  addEmptyDefinitions(declared);
  addImplicitApis(template);
  mergeGlobals(template);
  for (const [id, each] of Object.entries(embeddedConnectors(declared, report))) declared[id] = each;
  const result = { ...copy(template) };
  const there: Transformation = {
    input,
    resolver,
    declared,
    result,
    referable: new Map(),
    changedIds: new Map(),
    deployments: new DeploymentPreferences(input.partition),
    usagePlan: new SharedUsagePlan(),
    recordSetGroups: new Map(),
    functionNames: new Map(),
    applications,
    budget: new WorkBudget(),
  };
  for (const [id, resource, type] of inOrder(declared)) report(() => transformResource(id, resource, type, there, report));
  const conditions = get(result, 'Conditions');
  const made = there.deployments.resources(isBlock(conditions) ? conditions : undefined, report);
  for (const each of made) (result.Resources as Block)[each.id] = render(each);
  delete result.Transform;
  if (problems.length > 0) throw new InvalidDocument(problems);
  return rewriteProperties(rewriteIds(result, there.changedIds), there.referable) as Block;
}

function parameterValues(template: Block, input: TransformInput): Block {
  const values: Block = Object.assign(Object.create(null) as Block, input.parameters);
  const declared = get(template, 'Parameters');
  for (const [name, each] of isBlock(declared) ? Object.entries(declared) : []) {
    const value = get(each, 'Default');
    if (!Object.hasOwn(values, name) && value !== undefined) values[name] = value;
  }
  values['AWS::Region'] ??= input.region;
  values['AWS::Partition'] ??= input.partition;
  return values;
}

function inOrder(resources: Block): [id: string, resource: Block, type: SamType][] {
  return (Object.entries(resources) as [string, Block][])
    .filter(([, { Type }]) => isText(Type) && Object.hasOwn(TYPES, Type))
    .map(([id, resource]): [string, Block, SamType] => [id, resource, TYPES[String(resource.Type)]!])
    .sort(([, , a], [, , b]) => a.rank - b.rank);
}

function transformResource(id: string, resource: Block, type: SamType, there: Transformation, report: (run: () => void) => void): void {
  if (type.rank === 0) collectFunctionNames(resource, there);
  const made = type.transform(id, resource, there);
  addReferable(id, made, type, there);
  const resources = there.result.Resources as Block;
  delete resources[id];
  for (const each of made)
    report(() => {
      checkUnique(id, each, there);
      const rendered = render(each);
      there.budget.count(rendered);
      resources[each.id] = rendered;
    });
}

function addReferable(id: string, made: readonly MadeResource[], { referable = {} }: SamType, { referable: known }: Transformation): void {
  const byType = new Map(made.map((each) => [each.type, each.id]));
  const found = Object.entries(referable).flatMap(([name, type]) => (byType.has(type) ? [[name, byType.get(type)!] as const] : []));
  if (found.length > 0) known.set(id, new Map(found));
}

function checkUnique(id: string, made: MadeResource, { declared }: Transformation): void {
  const existing = get(declared, made.id);
  if (existing === undefined) return;
  const type = String(get(existing, 'Type'));
  if ((SHARED.has(made.type) && type === made.type) || (Object.hasOwn(TYPES, type) && TYPES[type]!.main === made.type)) return;
  throw new SamProblem(
    id,
    `Transforming resource with id [${id}] attempts to create a new resource with id [${made.id}] and type "${made.type}". A resource with that id already exists within this template. Please use a different id for that resource.`,
  );
}

/** Joins the names of the functions behind each API: a new name makes a new deployment of the API. */
function collectFunctionNames(resource: Block, { resolver, functionNames }: Transformation): void {
  const events = get(resource, 'Properties', 'Events');
  const name = resolver.parameters(copy(get(resource, 'Properties', 'FunctionName')));
  if (!isBlock(events) || !filled(name)) return;
  for (const event of Object.values(events)) {
    const api: Value | undefined = referencedApi(get(event, 'Properties', 'RestApiId'));
    if (get(event, 'Type') === 'Api' && isText(api)) functionNames.set(api, (functionNames.get(api) ?? '') + shown(name));
  }
}
