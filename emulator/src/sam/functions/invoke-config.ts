// `EventInvokeConfig`: retries of asynchronous invocations, and their destinations, which the transform makes where they have no ARN.
import { DESTINATION_POLICIES } from '#sam/iam-documents';
import { hashOf } from '#sam/logical-ids';
import { shown } from '#sam/message-text';
import { expectMap, invalidResource, ofResource } from '#sam/problems';
import { type MadeResource, made } from '#sam/resource';
import { conditionsOf, type Transformation } from '#sam/transformation';
import { type Block, conditional, filled, get, getAtt, isIf, isNoValue, isText, not, ref, type Value } from '#sam/values';

const TYPES = ['SQS', 'SNS', 'EventBridge', 'Lambda', 'S3Bucket'];

export interface InvokeConfig {
  readonly resources: MadeResource[];
  /** Policies that the function's role needs for its destinations. */
  readonly policies: Block[];
}

interface Owner {
  readonly id: string;
  /** All attributes of the function, and the attributes that other resources inherit. */
  readonly kept: Block;
  readonly inherited: Block;
  readonly alias: MadeResource | undefined;
}

export function invokeConfig(owner: Owner, declared: Block, there: Transformation): InvokeConfig {
  const id = `${owner.id}EventInvokeConfig`;
  const config = there.resolver.parameters(declared);
  const resources: MadeResource[] = [];
  const policies: Block[] = [];
  const destinations: Block = {};
  const given = get(config, 'DestinationConfig');
  if (filled(given)) {
    expectMap(given, 'EventInvokeConfig.DestinationConfig', ofResource(owner.id));
    for (const name of ['OnSuccess', 'OnFailure']) {
      const value = get(given, name);
      if (value === undefined) continue;
      const destination = expectMap(value, `EventInvokeConfig.DestinationConfig.${name}`, ofResource(owner.id));
      const found = destinationOf(owner, destination, id + name, id, there);
      destinations[name] = { Destination: found.arn };
      if (found.resource) resources.push(found.resource);
      if (found.policy) policies.push(found.policy);
    }
  }
  resources.push(
    made(
      id,
      'AWS::Lambda::EventInvokeConfig',
      {
        FunctionName: ref(owner.id),
        Qualifier: owner.alias ? String(owner.alias.properties.Name) : '$LATEST',
        DestinationConfig: destinations,
        MaximumEventAgeInSeconds: get(config, 'MaximumEventAgeInSeconds'),
        MaximumRetryAttempts: get(config, 'MaximumRetryAttempts'),
      },
      owner.kept,
      owner.alias ? [owner.alias.id] : undefined,
    ),
  );
  return { resources, policies };
}

function destinationOf(
  owner: Owner,
  declared: Block,
  id: string,
  configId: string,
  there: Transformation,
): { arn: Value; resource?: MadeResource; policy?: Block | undefined } {
  const type = get(declared, 'Type');
  if (!isText(type) || !TYPES.includes(type)) throw invalidResource(owner.id, `'Type: ${shown(type)}' must be one of ${shown(TYPES)}`);
  const given = get(declared, 'Destination');
  const policyFor = (arn: Value): Block | undefined => DESTINATION_POLICIES[type === 'S3Bucket' ? 'S3' : type]?.(arn, id);
  const missing = conditionOfMissing(given, configId, there);
  if (given !== undefined && missing === undefined) return { arn: given, policy: policyFor(given) };
  if (type !== 'SQS' && type !== 'SNS') throw invalidResource(owner.id, "Destination is required if Type is not ['SQS', 'SNS']");
  const condition = bothConditions(owner, missing?.condition, there);
  const attributes = { ...owner.inherited, ...(condition === undefined ? {} : { Condition: condition }) };
  const resource =
    type === 'SQS' ? made(`${id}Queue`, 'AWS::SQS::Queue', {}, attributes) : made(`${id}Topic`, 'AWS::SNS::Topic', {}, attributes);
  const own = type === 'SQS' ? getAtt(resource.id, 'Arn') : ref(resource.id);
  const arn = missing === undefined ? own : conditional(missing.condition, own, missing.arn);
  return { arn, resource, policy: policyFor(arn) };
}

/** The condition under which an `Fn::If` has no destination, and the destination that it has otherwise. */
function conditionOfMissing(given: Value | undefined, id: string, there: Transformation): { condition: string; arn: Value } | undefined {
  if (!isIf(given)) return undefined;
  const items = given['Fn::If'];
  if (!Array.isArray(items) || items.length !== 3)
    throw invalidResource(id, "Malformed 'Destination' property: Fn::If requires 3 arguments.");
  const [condition, then, otherwise] = items as [Value, Value, Value];
  if (isNoValue(then) === isNoValue(otherwise)) return undefined;
  if (isNoValue(then)) return { condition: String(condition), arn: otherwise };
  const negated = generatedName(`NOT${String(condition)}`, id);
  conditionsOf(there)[negated] = not(condition);
  return { condition: negated, arn: then };
}

function bothConditions({ id, inherited }: Owner, condition: string | undefined, there: Transformation): Value | undefined {
  const own = get(inherited, 'Condition');
  if (own === undefined || condition === undefined) return condition ?? own;
  const name = generatedName(`${String(own)}AND${condition}`, id);
  conditionsOf(there)[name] = { 'Fn::And': [{ Condition: { Condition: own } }, { Condition: { Condition: condition } }] };
  return name;
}

const MAX_NAME = 255;
const generatedName = (name: string, data: string): string => (name + hashOf(data)).slice(0, MAX_NAME);
