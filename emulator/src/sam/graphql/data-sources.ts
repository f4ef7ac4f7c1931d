// `DataSources` of a GraphQL API: tables and functions, with roles that may use them.
import { connector } from '#sam/connectors/connector';
import { trustPolicy } from '#sam/iam-documents';
import type { MadeResource } from '#sam/resource';
import type { Transformation } from '#sam/transformation';
import { type Block, compact, filled, get, getAtt, isBlock, ref, sub, type Value } from '#sam/values';
import type { MakeResource } from './make-resource.ts';

export interface DataSources {
  readonly resources: MadeResource[];
  /** Names of the sources by their names in the declaration. */
  readonly names: Map<string, Block>;
}

interface Kind {
  readonly section: string;
  readonly suffix: string;
  readonly type: string;
  readonly connector: string;
  readonly config: (source: Block) => Record<string, Value>;
  readonly destination: (source: Block) => Block;
  readonly permissions: (source: Block) => Value;
}

const regionOf = (source: Block): Value => (filled(get(source, 'Region')) ? source.Region! : ref('AWS::Region'));
const KINDS: readonly Kind[] = [
  {
    section: 'DynamoDb',
    suffix: 'DynamoDB',
    type: 'AMAZON_DYNAMODB',
    connector: 'ToTableConnector',
    config: (source) => ({
      DynamoDBConfig: compact({
        AwsRegion: regionOf(source),
        TableName: get(source, 'TableName'),
        ...Object.fromEntries(
          ['UseCallerCredentials', 'Versioned'].filter((name) => filled(get(source, name))).map((name) => [name, source[name]]),
        ),
        DeltaSyncConfig: filled(get(source, 'DeltaSync')) ? source.DeltaSync : undefined,
      }),
    }),
    destination: (source) => ({ Type: 'AWS::DynamoDB::Table', Arn: tableArn(source) }),
    permissions: (source) => (filled(get(source, 'Permissions')) ? source.Permissions! : ['Read', 'Write']),
  },
  {
    section: 'Lambda',
    suffix: 'Lambda',
    type: 'AWS_LAMBDA',
    connector: 'ToLambdaConnector',
    config: (source) => ({ LambdaConfig: { LambdaFunctionArn: source.FunctionArn! } }),
    destination: (source) => ({ Type: 'AWS::Lambda::Function', Arn: source.FunctionArn! }),
    permissions: () => ['Write'],
  },
];

const tableArn = (source: Block): Value =>
  filled(get(source, 'TableArn'))
    ? source.TableArn!
    : sub('arn:${AWS::Partition}:dynamodb:${__Region__}:${AWS::AccountId}:table/${__TableName__}', {
        __TableName__: source.TableName!,
        __Region__: regionOf(source),
      });

export function dataSources(id: string, declared: Value | undefined, apiId: Value, make: MakeResource, there: Transformation): DataSources {
  const resources: MadeResource[] = [];
  const names = new Map<string, Block>();
  for (const kind of KINDS) {
    const section = get(declared, kind.section);
    for (const [name, source] of (isBlock(section) ? Object.entries(section) : []) as [string, Block][]) {
      const sourceId = `${id}${name}${kind.suffix}DataSource`;
      const given = get(source, 'ServiceRoleArn');
      const roles = filled(given)
        ? []
        : [make(`${sourceId}Role`, 'AWS::IAM::Role', { AssumeRolePolicyDocument: trustPolicy('appsync.amazonaws.com') })];
      resources.push(
        make(sourceId, 'AWS::AppSync::DataSource', {
          Name: filled(get(source, 'Name')) ? source.Name : name,
          Type: kind.type,
          ApiId: apiId,
          Description: get(source, 'Description'),
          ...kind.config(source),
          ServiceRoleArn: roles[0] ? getAtt(roles[0].id, 'Arn') : given,
        }),
        ...roles,
      );
      names.set(name, getAtt(sourceId, 'Name'));
      if (!roles[0]) continue;
      const end = { Type: 'AWS::AppSync::DataSource', Arn: getAtt(sourceId, 'DataSourceArn'), RoleName: ref(roles[0].id) };
      const properties = { Source: end, Destination: kind.destination(source), Permissions: kind.permissions(source) };
      resources.push(...connector(`${sourceId}${kind.connector}`, { Properties: properties }, there));
    }
  }
  return { resources, names };
}
