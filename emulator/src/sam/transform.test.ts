// Templates and their expansions, feature by feature. The public cases of the reference are compared by `npm run oracle:sam`.
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test/support/processor-time.ts';
import { transformServerless } from './transform.ts';
import type { TransformInput } from './transformation.ts';
import { type Block, get, type Value } from './values.ts';

const INPUT: TransformInput = {
  parameters: {},
  region: 'us-east-1',
  partition: 'aws',
  managedPolicies: new Map([['AWSLambdaRole', 'arn:aws:iam::aws:policy/service-role/AWSLambdaRole']]),
  applicationTemplate: (id) => `https://templates/${id}`,
  now: 1_000,
};
const FUNCTION = { Handler: 'index.handler', Runtime: 'nodejs20.x', InlineCode: 'x' };
const fn = (properties: Block = {}, more: Block = {}): Block => ({
  Type: 'AWS::Serverless::Function',
  Properties: { ...FUNCTION, ...properties },
  ...more,
});
const expand = (Resources: Block, more: Block = {}, input: Partial<TransformInput> = {}): Block =>
  transformServerless({ Transform: 'AWS::Serverless-2016-10-31', Resources, ...more }, { ...INPUT, ...input }) as Block;
const types = (template: Block): string[] =>
  Object.entries(template.Resources as Block)
    .map(([id, each]) => `${id.replace(/[0-9a-f]{10}$/, '')} ${String(get(each, 'Type')).slice('AWS::'.length)}`)
    .sort();
const property = (template: Block, id: string, ...path: string[]): Value | undefined => get(template.Resources, id, 'Properties', ...path);

describe('functions', () => {
  it('take what Globals says, lists joined and maps merged', () => {
    const Globals = { Function: { MemorySize: 512, Layers: ['a'], Environment: { Variables: { A: '1', B: '1' } } } };
    const made = expand(
      { F: fn({ Layers: ['b'], Environment: { Variables: { B: '2' } } }), G: fn({}, { IgnoreGlobals: '*' }) },
      { Globals },
    );
    expect(property(made, 'F')).toMatchObject({ MemorySize: 512, Layers: ['a', 'b'], Environment: { Variables: { A: '1', B: '2' } } });
    expect(property(made, 'G', 'MemorySize')).toBeUndefined();
    expect(made).not.toHaveProperty('Globals');
  });

  it('get a role of policy templates, statements and managed policies', () => {
    const statement = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }] };
    const made = expand({ F: fn({ Policies: ['AWSLambdaRole', statement, { S3ReadPolicy: { BucketName: { Ref: 'B' } } }] }) });
    const arns = property(made, 'FRole', 'ManagedPolicyArns') as string[];
    expect(arns.map((arn) => arn.split('/').at(-1))).toEqual(['AWSLambdaBasicExecutionRole', 'AWSLambdaRole']);
    const [first, second] = property(made, 'FRole', 'Policies') as Block[];
    expect(first).toEqual({ PolicyName: 'FRolePolicy1', PolicyDocument: statement });
    const sub = { 'Fn::Sub': ['arn:$' + '{AWS::Partition}:s3:::$' + '{bucketName}', { bucketName: { Ref: 'B' } }] };
    expect(get(second, 'PolicyDocument', 'Statement')).toMatchObject([{ Resource: [sub, expect.anything()] }]);
  });

  it('are published under an alias, and a new code makes a new version', () => {
    const version = (InlineCode: string) => types(expand({ F: fn({ InlineCode, AutoPublishAlias: 'live' }) })).join();
    expect(version('x')).toContain('FAliaslive Lambda::Alias');
    const idOf = (InlineCode: string) =>
      Object.keys(expand({ F: fn({ InlineCode, AutoPublishAlias: 'live' }) }).Resources as Block).find((id) => id.startsWith('FVersion'));
    expect(idOf('x')).not.toBe(idOf('y'));
    expect(idOf('x')).toBe(idOf('x'));
  });

  it('move traffic step by step', () => {
    const made = expand({ F: fn({ AutoPublishAlias: 'live', DeploymentPreference: { Type: 'AllAtOnce' } }) });
    expect(types(made)).toEqual(
      expect.arrayContaining(['FDeploymentGroup CodeDeploy::DeploymentGroup', 'CodeDeployServiceRole IAM::Role']),
    );
    expect(get(made.Resources, 'FAliaslive', 'UpdatePolicy')).toHaveProperty('CodeDeployLambdaAliasUpdate');
  });

  it('pass their condition and deletion policy on to what is made for them', () => {
    const Events = { S: { Type: 'Schedule', Properties: { Schedule: 'rate(1 minute)' } } };
    const made = expand(
      { F: fn({ Events }, { Condition: 'C', DeletionPolicy: 'Retain', Metadata: { a: 1 } }) },
      { Conditions: { C: true } },
    );
    for (const id of ['FRole', 'FS', 'FSPermission'])
      expect(get(made.Resources, id)).toMatchObject({ Condition: 'C', DeletionPolicy: 'Retain' });
    expect(get(made.Resources, 'F', 'Metadata')).toEqual({ a: 1 });
    expect(get(made.Resources, 'FRole', 'Metadata')).toBeUndefined();
  });

  it('may be referred to by what they make', () => {
    const Outputs = { A: { Value: { Ref: 'F.Alias' } }, V: { Value: { 'Fn::GetAtt': ['F.Version', 'Version'] } } };
    const made = expand({ F: fn({ AutoPublishAlias: 'live' }) }, { Outputs });
    expect(get(made.Outputs, 'A', 'Value')).toEqual({ Ref: 'FAliaslive' });
    expect(JSON.stringify(made.Outputs)).toMatch(/FVersion[0-9a-f]{10}/);
  });

  it('name managed policies of their own partition', () => {
    const made = expand({ F: fn({ Tracing: 'Active' }) }, {}, { partition: 'aws-cn', region: 'cn-north-1' });
    expect(property(made, 'FRole', 'ManagedPolicyArns')).toContain('arn:aws-cn:iam::aws:policy/AWSXRayDaemonWriteAccess');
  });
});

describe('events', () => {
  const event = (Type: string, Properties: Block): Block => ({ F: fn({ Events: { E: { Type, Properties } } }) });
  const cases: [type: string, properties: Block, made: string][] = [
    ['SQS', { Queue: 'arn' }, 'FE Lambda::EventSourceMapping'],
    ['Kinesis', { Stream: 'arn', StartingPosition: 'LATEST' }, 'FE Lambda::EventSourceMapping'],
    ['DynamoDB', { Stream: 'arn', StartingPosition: 'LATEST' }, 'FE Lambda::EventSourceMapping'],
    ['SNS', { Topic: 'arn' }, 'FE SNS::Subscription'],
    ['SNS', { Topic: 'arn', SqsSubscription: true }, 'FEQueuePolicy SQS::QueuePolicy'],
    ['Schedule', { Schedule: 'rate(1 minute)', DeadLetterConfig: { Type: 'SQS' } }, 'FEQueue SQS::Queue'],
    ['ScheduleV2', { ScheduleExpression: 'rate(1 minute)' }, 'FE Scheduler::Schedule'],
    ['EventBridgeRule', { Pattern: { source: ['a'] } }, 'FE Events::Rule'],
    ['CloudWatchLogs', { LogGroupName: 'g', FilterPattern: '' }, 'FE Logs::SubscriptionFilter'],
    ['IoTRule', { Sql: 'SELECT *' }, 'FE IoT::TopicRule'],
    ['AlexaSkill', {}, 'FEPermission Lambda::Permission'],
    ['Api', { Path: '/a', Method: 'get' }, 'ServerlessRestApi ApiGateway::RestApi'],
    ['HttpApi', {}, 'ServerlessHttpApiApiGatewayDefaultStage ApiGatewayV2::Stage'],
  ];
  it.each(cases)('%s %j makes %s', (type, properties, made) => {
    expect(types(expand(event(type, properties)))).toContain(made);
  });

  it('S3 add notifications to the bucket, which waits for the permission', () => {
    const made = expand({ ...event('S3', { Bucket: { Ref: 'B' }, Events: 's3:ObjectCreated:*' }), B: { Type: 'AWS::S3::Bucket' } });
    expect(get(made.Resources, 'B', 'DependsOn')).toEqual(['FEPermission']);
    expect(property(made, 'B', 'NotificationConfiguration', 'LambdaConfigurations')).toMatchObject([{ Event: 's3:ObjectCreated:*' }]);
  });

  it('Api add methods to the definition of the API that they name', () => {
    const api = { Type: 'AWS::Serverless::Api', Properties: { StageName: 'v1', Cors: "'*'" } };
    const made = expand({ ...event('Api', { Path: '/a/{id}', Method: 'POST', RestApiId: { Ref: 'Api' } }), Api: api });
    expect(Object.keys(property(made, 'Api', 'Body', 'paths', '/a/{id}') as Block).sort()).toEqual(['options', 'post']);
    expect(JSON.stringify(property(made, 'FEPermissionv1', 'SourceArn'))).toContain('/POST/a/*');
  });
});

describe('other types', () => {
  it('become plain resources', () => {
    const made = expand({
      Table: { Type: 'AWS::Serverless::SimpleTable' },
      Layer: { Type: 'AWS::Serverless::LayerVersion', Properties: { ContentUri: 's3://bucket/key' } },
      Nested: { Type: 'AWS::Serverless::Application', Properties: { Location: { ApplicationId: 'app', SemanticVersion: '1.0.0' } } },
      Machine: { Type: 'AWS::Serverless::StateMachine', Properties: { Definition: { StartAt: 'A', Arn: { Ref: 'Table' } } } },
      Graph: { Type: 'AWS::Serverless::GraphQLApi', Properties: { Auth: { Type: 'API_KEY' }, SchemaInline: 'type Query { a: Int }' } },
      Provider: { Type: 'AWS::Serverless::CapacityProvider', Properties: { VpcConfig: { SubnetIds: ['s'] } } },
      Socket: {
        Type: 'AWS::Serverless::WebSocketApi',
        Properties: { RouteSelectionExpression: '$a', Routes: { $default: { FunctionArn: 'f' } } },
      },
    });
    expect(types(made)).toEqual(
      expect.arrayContaining([
        'Graph AppSync::GraphQLApi',
        'Layer Lambda::LayerVersion',
        'Machine StepFunctions::StateMachine',
        'Nested CloudFormation::Stack',
        'Provider Lambda::CapacityProvider',
        'Socket ApiGatewayV2::Api',
        'SocketDefaultRoute ApiGatewayV2::Route',
        'Table DynamoDB::Table',
      ]),
    );
    expect(property(made, 'Machine', 'DefinitionSubstitutions')).toEqual({ definition_substitution_1: { Ref: 'Table' } });
    expect(property(made, 'Nested', 'TemplateURL')).toBe('https://templates/app');
  });

  it('connect resources, as a type or within one', () => {
    const connector = { Properties: { Destination: { Id: 'Q' }, Permissions: ['Write'] } };
    const made = expand({ F: fn({}, { Connectors: { ToQueue: connector } }), Q: { Type: 'AWS::SQS::Queue' } });
    expect(types(made)).toContain('FToQueuePolicy IAM::ManagedPolicy');
    expect(property(made, 'FToQueuePolicy', 'Roles')).toEqual([{ Ref: 'FRole' }]);
  });
});

describe('problems', () => {
  const problem =
    (Resources: Block, more: Block = {}) =>
    () =>
      expand(Resources, more);
  it('name the resource or the event, and all come at once', () => {
    expect(problem({ A: fn({ Runtime: null }), B: fn({ Events: { E: { Type: 'Nope' } } }) })).toThrow(
      'Number of errors found: 2. Resource with id [A] is invalid. Runtime and Handler needs to be present when PackageType is of type `Zip` ' +
        'Resource with id [B] is invalid. Event with id [E] is invalid. Resource dict has missing or invalid value for key Type. Event Type is: Nope.',
    );
  });
  it('of ids that are taken', () => {
    expect(problem({ F: fn(), FRole: { Type: 'AWS::IAM::Role' } })).toThrow('attempts to create a new resource with id [FRole]');
  });
  it('of the section Globals', () => {
    expect(problem({ F: fn() }, { Globals: { Function: { Events: {} } } })).toThrow("'Events' is not a supported property of 'Function'");
  });
  it('never come from names such as constructor', () => {
    const Events = { constructor: { Type: 'Schedule', Properties: { Schedule: { Ref: 'toString' } } } };
    expect(types(expand({ constructor: fn({ Events, Role: 'arn' }) }))).toContain('constructor Lambda::Function');
    expect(problem({ F: fn({ Events: { E: { Type: 'hasOwnProperty' } } }) })).toThrow('Event Type is: hasOwnProperty.');
  });
});

describe('large templates', () => {
  const methods = (length: number): Block =>
    Object.fromEntries(
      Array.from({ length }, (_, index) => [
        `E${index}`,
        { Type: 'Api', Properties: { Path: `/a/${index}`, Method: 'get', RestApiId: { Ref: 'Api' } } },
      ]),
    );
  const Auth = { ResourcePolicy: { IpRangeWhitelist: ['1.2.3.4'] }, DefaultAuthorizer: 'AWS_IAM', ApiKeyRequired: true };
  const Api = { Type: 'AWS::Serverless::Api', Properties: { StageName: 'v1', Cors: "'*'", Auth } };
  it('with hundreds of methods take a moment', () => {
    expect(processorMs(() => expand({ F: fn({ Events: methods(400) }), Api }))).toBeLessThan(1_000);
  });
  it('have a thousand events at most', () => {
    expect(() => expand({ F: fn({ Events: methods(1_001) }), Api })).toThrow('at most 1000 events of a template, not 1001');
  });
  it('expand to a million and a half characters at most', () => {
    const Tags = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`T${index}`, 'x']));
    expect(() => expand({ F: fn({ Events: methods(900), Tags, PropagateTags: true }), Api })).toThrow('expands to too much text');
  });
  it('cannot grow by sharing a large section', () => {
    const Globals = {
      Function: {
        Environment: { Variables: Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`V${index}`, 'x'.repeat(100)])) },
      },
    };
    const functions = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`F${index}`, fn()]));
    expect(() => expand(functions, { Globals })).toThrow("'Globals' section is invalid. It is too long for so many resources.");
  });
});
