// Resources that the transform makes.
import { invalidResource } from './problems.ts';
import { type Block, compact, type Draft, filled, get, has, isAlphanumeric, tagList, type Value } from './values.ts';

/** A resource of the result. It may be changed until the transform ends. */
export interface MadeResource {
  id: string;
  readonly type: string;
  readonly properties: Draft;
  readonly attributes: Block;
  dependsOn: Value | undefined;
}

/** Members beside `Properties` that stay on the resource itself, and the members that every resource made from it gets too. */
const KEPT = ['DeletionPolicy', 'UpdatePolicy', 'Condition', 'UpdateReplacePolicy', 'Metadata'];
const INHERITED = ['Condition', 'DeletionPolicy', 'UpdateReplacePolicy'];

const pick = (declared: Block, names: readonly string[]): Block =>
  Object.fromEntries(names.filter((name) => has(declared, name)).map((name) => [name, declared[name]!]));
export const keptAttributes = (declared: Block): Block => pick(declared, KEPT);
export const inheritedAttributes = (declared: Block): Block => pick(declared, INHERITED);

export function checkLogicalId(id: string): void {
  if (!isAlphanumeric(id)) throw invalidResource(id, 'Logical ids must be alphanumeric.');
}

export function made(id: string, type: string, properties: Draft = {}, attributes: Block = {}, dependsOn?: Value): MadeResource {
  checkLogicalId(id);
  return { id, type, properties, attributes: { ...attributes }, dependsOn };
}

export const render = ({ type, properties, attributes, dependsOn }: MadeResource): Block => ({
  Type: type,
  ...(filled(dependsOn) ? { DependsOn: dependsOn! } : {}),
  ...attributes,
  Properties: compact(properties),
});

/** A declared resource that events changed, e.g. a bucket with notifications. */
export function redeclared(id: string, declared: Block): MadeResource {
  const properties = get(declared, 'Properties');
  return made(id, String(declared.Type), { ...(properties as Block | undefined) }, keptAttributes(declared), get(declared, 'DependsOn'));
}

/** Types whose `Tags` are a map; all others have a list of keys and values. */
const TAG_MAPS = new Set(['AWS::ApiGatewayV2::Api', 'AWS::ApiGatewayV2::Stage', 'AWS::ApiGatewayV2::DomainName']);
const TAGGED = new Set([
  'AWS::Lambda::Function',
  'AWS::Lambda::CapacityProvider',
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::Stage',
  'AWS::ApiGateway::DomainName',
  'AWS::ApiGateway::DomainNameV2',
  'AWS::ApiGateway::DomainNameAccessAssociation',
  'AWS::ApiGateway::UsagePlan',
  'AWS::ApiGateway::ApiKey',
  'AWS::IAM::Role',
  'AWS::SQS::Queue',
  'AWS::SNS::Topic',
  'AWS::S3::Bucket',
  'AWS::IoT::TopicRule',
  'AWS::StepFunctions::StateMachine',
  ...TAG_MAPS,
]);

/** Gives the tags to every resource that can have them, where the declaration wants that. */
export function propagateTags(resources: readonly MadeResource[], tags: Value | undefined, propagate: Value | undefined): void {
  if (!filled(propagate) || !filled(tags)) return;
  const list = tagList(tags);
  for (const each of resources) {
    if (!TAGGED.has(each.type) || (each.type === 'AWS::ApiGatewayV2::Api' && each.properties.ProtocolType === undefined)) continue;
    each.properties.Tags = TAG_MAPS.has(each.type) ? tags : list;
  }
}
