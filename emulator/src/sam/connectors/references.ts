// Both ends of a connector: a resource of the template by its id, or one described by type and ARN.
import { table } from '#lib/table';
import { type Block, get, getAtt, has, isBlock, isText, ref, referencedId, same, type Value } from '#sam/values';

export interface ConnectedResource {
  readonly id: string | undefined;
  readonly type: string;
  /** Values that profiles may use, by name: `Arn`, `ResourceId`, `Name`, `Qualifier`. */
  readonly values: Readonly<Record<string, Value | undefined>>;
  readonly roleName: Value | undefined;
  readonly queueUrl: Value | undefined;
}

const PLAIN_TYPES: Readonly<Record<string, string>> = table({
  'AWS::Serverless::Function': 'AWS::Lambda::Function',
  'AWS::Serverless::StateMachine': 'AWS::StepFunctions::StateMachine',
  'AWS::Serverless::Api': 'AWS::ApiGateway::RestApi',
  'AWS::Serverless::HttpApi': 'AWS::ApiGatewayV2::Api',
  'AWS::Serverless::SimpleTable': 'AWS::DynamoDB::Table',
});
/** The property that names the role of a resource. */
const ROLES: Readonly<Record<string, string>> = table({
  'AWS::Lambda::Function': 'Role',
  'AWS::StepFunctions::StateMachine': 'RoleArn',
  'AWS::AppSync::DataSource': 'ServiceRoleArn',
});
const BY_REF = new Set(['AWS::StepFunctions::StateMachine', 'AWS::AppSync::GraphQLApi', 'AWS::AppSync::DataSource', 'AWS::SNS::Topic']);
const BY_ATTRIBUTE = new Set([
  'AWS::Lambda::Function',
  'AWS::Events::Rule',
  'AWS::SQS::Queue',
  'AWS::DynamoDB::Table',
  'AWS::S3::Bucket',
  'AWS::Location::PlaceIndex',
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGateway::RestApi',
  'AWS::Events::EventBus',
]);

/** `other` is the other end: the role of a rule is that of the target that leads there. `fail` throws. */
export function connectedResource(end: Block, other: Block, resources: Block, fail: (message: string) => never): ConnectedResource {
  const described = Object.keys(end).some((name) => name !== 'Id' && name !== 'Qualifier');
  if (has(end, 'Id') === described) fail("Must provide 'Id' (with optional 'Qualifier') or a supported combination of other properties.");
  const id = get(end, 'Id');
  const typeOf = (holder: Value | undefined): string => {
    const type = get(holder, 'Type');
    return isText(type) && type !== '' ? type : fail("'Type' is missing or not a string.");
  };
  if (id === undefined || id === '') {
    const type = typeOf(end);
    const values = Object.fromEntries(['Arn', 'ResourceId', 'Name', 'Qualifier'].map((name) => [name, get(end, name)]));
    const plain = Object.hasOwn(PLAIN_TYPES, type) ? PLAIN_TYPES[type]! : type;
    return { id: undefined, type: plain, values, roleName: get(end, 'RoleName'), queueUrl: get(end, 'QueueUrl') };
  }
  if (!isText(id)) return fail("'Id' is missing or not a string.");
  const resource = get(resources, id);
  if (resource === undefined) return fail(`Unable to find resource with logical ID '${id}'.`);
  const type = typeOf(resource);
  const role = roleOf(type, get(resource, 'Properties'), other);
  const roleId = role === undefined ? undefined : referencedId(role);
  return {
    id,
    type,
    values: valuesOf(type, id, end),
    roleName: roleId === undefined ? undefined : ref(roleId),
    queueUrl: type === 'AWS::SQS::Queue' ? ref(id) : undefined,
  };
}

function valuesOf(type: string, id: string, end: Block): Record<string, Value | undefined> {
  const api = type === 'AWS::ApiGateway::RestApi' || type === 'AWS::ApiGatewayV2::Api';
  return {
    Arn: BY_REF.has(type) ? ref(id) : BY_ATTRIBUTE.has(type) ? getAtt(id, 'Arn') : undefined,
    ResourceId: type === 'AWS::AppSync::GraphQLApi' ? getAtt(id, 'ApiId') : api ? ref(id) : undefined,
    Name: type === 'AWS::StepFunctions::StateMachine' ? getAtt(id, 'Name') : undefined,
    Qualifier: has(end, 'Qualifier') ? get(end, 'Qualifier') : api ? '*' : undefined,
  };
}

function roleOf(type: string, properties: Value | undefined, other: Block): Value | undefined {
  if (type !== 'AWS::Events::Rule') return Object.hasOwn(ROLES, type) ? get(properties, ROLES[type]!) : undefined;
  const targets = get(properties, 'Targets');
  const found = (Array.isArray(targets) ? targets : []).find((target) => {
    const arn = get(target, 'Arn');
    const id = referencedId(arn);
    return (id !== undefined && id === get(other, 'Id')) || (get(other, 'Arn') !== undefined && same(arn, get(other, 'Arn')));
  });
  return isBlock(found) ? get(found, 'RoleArn') : undefined;
}
