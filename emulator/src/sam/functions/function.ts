// `AWS::Serverless::Function`: a function with its role, version, alias, URL, destinations and events.
// Source of the behaviour: samtranslator/model/sam_resources.py of github.com/aws/serverless-application-model.
import { table } from '#lib/table';
import { aliasTarget, functionTarget } from '#sam/events/event-source';
import { functionEventResources, readFunctionEvents } from '#sam/events/function-events';
import { deadLetterPolicy, trustPolicy } from '#sam/iam-documents';
import { quoted } from '#sam/message-text';
import { executionRole } from '#sam/policies/execution-role';
import { expandPolicyTemplates } from '#sam/policies/policies';
import { expectText, invalidResource, ofResource } from '#sam/problems';
import { type Properties, readProperties } from '#sam/property-rules';
import { inheritedAttributes, keptAttributes, type MadeResource, propagateTags } from '#sam/resource';
import { conditionsOf, managedArn, type ResourceTransform, type Transformation, tracingPolicyName } from '#sam/transformation';
import {
  type Block,
  conditional,
  copy,
  filled,
  get,
  getAtt,
  isBlock,
  isIf,
  isIntrinsic,
  isNoValue,
  not,
  ref,
  type Value,
} from '#sam/values';
import { functionUrl } from './function-url.ts';
import { invokeConfig } from './invoke-config.ts';
import { isTraced, lambdaFunction, samTags } from './lambda-function.ts';
import { aliasName, aliasOf, codeHash, versionOf } from './publish.ts';
import { FUNCTION_RULES } from './rules.ts';

const TYPE = 'AWS::Serverless::Function';
const DEAD_LETTER_ACTIONS: Readonly<Record<string, string>> = table({ SQS: 'sqs:SendMessage', SNS: 'sns:Publish' });

export const serverlessFunction: ResourceTransform = (id, declared, there) => {
  if (isBlock(declared.Properties))
    declared.Properties.Policies = expandPolicyTemplates(id, get(declared, 'Properties', 'Policies')) ?? null;
  const properties = readProperties(id, TYPE, declared, FUNCTION_RULES);
  const inherited = inheritedAttributes(declared);
  const events = readFunctionEvents(id, properties.Events, there);
  checkCombinations(id, properties);
  checkDeadLetters(id, properties.DeadLetterQueue);
  checkTenancy(id, properties);
  const lambda = lambdaFunction(id, properties, declared, there);
  const resources: MadeResource[] = [lambda];
  if (filled(properties.ProvisionedConcurrencyConfig) && !filled(properties.AutoPublishAlias))
    throw invalidResource(id, 'To set ProvisionedConcurrencyConfig AutoPublishALias must be defined on the function');
  const alias = filled(properties.AutoPublishAlias) ? publish(id, properties, lambda, inherited, resources, there) : undefined;
  if (isBlock(properties.FunctionUrlConfig) && filled(properties.FunctionUrlConfig))
    resources.push(...functionUrl(id, properties.FunctionUrlConfig, ref(alias?.id ?? id), inherited));
  if (filled(properties.DeploymentPreference)) addDeployment(id, properties, alias, inherited, there);
  const config = filled(properties.EventInvokeConfig)
    ? invokeConfig({ id, kept: keptAttributes(declared), inherited, alias }, properties.EventInvokeConfig as Block, there)
    : { resources: [], policies: [] };
  resources.push(...config.resources);
  const role = roleOf(id, properties, config.policies, inherited, there);
  if (lambda.properties.Role === undefined) {
    lambda.properties.Role = getAtt(role.id, 'Arn');
    resources.push(role);
  } else if (isIf(lambda.properties.Role)) addConditionalRole(id, lambda, role, resources, there);
  const target = alias ? aliasTarget(alias.id, inherited, role) : functionTarget(id, inherited, role);
  resources.push(...functionEventResources(id, events, target, there));
  propagateTags(resources, properties.Tags, properties.PropagateTags);
  return resources;
};

function checkCombinations(id: string, properties: Properties): void {
  const given = (name: string): boolean => properties[name] !== undefined;
  const problems = [
    ...['ProvisionedConcurrencyConfig', 'VpcConfig']
      .filter((name) => given('CapacityProviderConfig') && given(name))
      .map((name) => `Cannot specify 'CapacityProviderConfig' and '${name}' together.`),
    ...[
      ['FunctionScalingConfig', 'CapacityProviderConfig'],
      ['VersionDeletionPolicy', 'AutoPublishAlias'],
    ]
      .filter(([name, needed]) => given(name!) && !given(needed!))
      .map(([name, needed]) => `'${name}' requires '${needed}'.`),
  ];
  if (problems.length > 0) throw invalidResource(id, problems.join('\n'));
}

function checkDeadLetters(id: string, queue: Value | undefined): void {
  if (!filled(queue)) return;
  const type = get(queue, 'Type');
  if (!filled(type) || !filled(get(queue, 'TargetArn')))
    throw invalidResource(id, "'DeadLetterQueue' requires Type and TargetArn properties to be specified.");
  if (!Object.hasOwn(DEAD_LETTER_ACTIONS, expectText(type, 'DeadLetterQueue.Type', ofResource(id))))
    throw invalidResource(id, "'DeadLetterQueue' requires Type of ['SQS', 'SNS']");
}

function checkTenancy(id: string, properties: Properties): void {
  if (!filled(properties.TenancyConfig)) return;
  const without = (what: string): string => `${what} is not supported for functions enabled with tenancy configuration.`;
  if (filled(properties.ProvisionedConcurrencyConfig)) throw invalidResource(id, without('Provisioned concurrency'));
  if (filled(properties.FunctionUrlConfig)) throw invalidResource(id, without('Function URL'));
  if (filled(properties.SnapStart)) throw invalidResource(id, without('SnapStart'));
  for (const event of isBlock(properties.Events) ? Object.values(properties.Events) : []) {
    const type = get(event, 'Type');
    if (type !== 'Api' && type !== 'HttpApi')
      throw invalidResource(id, `${without(`Event source ${quoted(type)}`)} Only Api and HttpApi event sources are supported.`);
  }
}

function publish(
  id: string,
  properties: Properties,
  lambda: MadeResource,
  inherited: Block,
  resources: MadeResource[],
  there: Transformation,
): MadeResource {
  const name = aliasName(id, properties, there);
  const hash = codeHash(id, properties, lambda, there);
  const version = versionOf(id, properties, lambda, hash, inherited, there);
  const alias = aliasOf(id, name, version, properties, inherited);
  resources.push(version, alias);
  return alias;
}

function addDeployment(id: string, properties: Properties, alias: MadeResource | undefined, inherited: Block, there: Transformation): void {
  const preference = properties.DeploymentPreference as Block;
  const resolved = (value: Value): Value => there.resolver.mappings(there.resolver.parameters(value));
  for (const name of ['Enabled', 'Type']) if (Object.hasOwn(preference, name)) preference[name] = resolved(preference[name]!);
  if (Object.hasOwn(preference, 'PassthroughCondition'))
    preference.PassthroughCondition = flag(id, resolved(preference.PassthroughCondition!));
  const condition = get(inherited, 'Condition');
  if (!there.deployments.add(id, preference, condition, properties.Tags, properties.PropagateTags)) return;
  if (!alias) throw invalidResource(id, "'DeploymentPreference' requires AutoPublishAlias property to be specified.");
  alias.attributes.UpdatePolicy = there.deployments.updatePolicy(id);
}

function flag(id: string, value: Value): boolean {
  if (value === true || value === 'true' || value === 'True' || value === 1) return true;
  if (value === false || value === 'false' || value === 'False' || value === 0) return false;
  throw invalidResource(
    id,
    isIntrinsic(value)
      ? 'Unsupported intrinsic: the only intrinsic functions supported for property PassthroughCondition are FindInMap and parameter Refs.'
      : 'Invalid value for property PassthroughCondition.',
  );
}

function roleOf(id: string, properties: Properties, destinations: Block[], inherited: Block, there: Transformation): MadeResource {
  const letters = properties.DeadLetterQueue;
  const basic = filled(properties.DurableConfig) ? 'AWSLambdaBasicDurableExecutionRolePolicy' : 'AWSLambdaBasicExecutionRole';
  return executionRole(
    id,
    {
      trust: properties.AssumeRolePolicyDocument ?? trustPolicy('lambda.amazonaws.com'),
      policies: properties.Policies,
      managed: [
        `service-role/${basic}`,
        ...(isTraced(properties, there) ? [tracingPolicyName(there)] : []),
        ...(filled(properties.VpcConfig) ? ['service-role/AWSLambdaVPCAccessExecutionRole'] : []),
      ].map((name) => managedArn(name, there)),
      documents: [
        ...(filled(letters) ? [deadLetterPolicy(DEAD_LETTER_ACTIONS[String(get(letters, 'Type'))]!, get(letters, 'TargetArn')!)] : []),
        ...destinations,
      ],
      path: properties.RolePath,
      boundary: properties.PermissionsBoundary,
      tags: samTags(id, properties.Tags),
    },
    inherited,
    there,
  );
}

/** `Role: { Fn::If: [Condition, Arn, AWS::NoValue] }`: the role is made only where the condition leaves it out. */
function addConditionalRole(id: string, lambda: MadeResource, role: MadeResource, resources: MadeResource[], there: Transformation): void {
  const items = get(there.resolver.parameters(copy(lambda.properties.Role)), 'Fn::If');
  if (!Array.isArray(items) || items.length !== 3) throw invalidResource(id, "Malformed 'Role' property: Fn::If requires 3 arguments.");
  const [condition, then, otherwise] = items as [Value, Value, Value];
  if (!isNoValue(then) && !isNoValue(otherwise)) return;
  const arn = getAtt(role.id, 'Arn');
  resources.push(role);
  if (isNoValue(then) && isNoValue(otherwise)) lambda.properties.Role = arn;
  else if (isNoValue(then)) {
    lambda.properties.Role = conditional(condition, arn, otherwise);
    role.attributes.Condition = condition;
  } else {
    const negated = `NOT${String(condition)}`;
    lambda.properties.Role = conditional(condition, then, arn);
    role.attributes.Condition = negated;
    conditionsOf(there)[negated] = not(condition);
  }
}
