// A SAM template from end to end: deployed by the SDK, its function invoked, fed by a queue and by a rule; what is refused, and how.
import {
  CloudFormationClient,
  CreateChangeSetCommand,
  CreateStackCommand,
  DescribeChangeSetCommand,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
  ExecuteChangeSetCommand,
  GetTemplateCommand,
  GetTemplateSummaryCommand,
  ValidateTemplateCommand,
  waitUntilStackCreateComplete,
} from '@aws-sdk/client-cloudformation';
import { CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { GetRoleCommand, GetRolePolicyCommand, IAMClient, ListAttachedRolePoliciesCommand } from '@aws-sdk/client-iam';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { WAITER } from '../../support/until-passes.ts';

const TEMPLATE = `
AWSTemplateFormatVersion: '2010-09-09'
Transform: AWS::Serverless-2016-10-31
Description: Orders
Parameters:
  Greeting:
    Type: String
    Default: hello
Globals:
  Function:
    Runtime: nodejs20.x
    Timeout: 10
    Environment:
      Variables:
        GREETING: !Ref Greeting
Resources:
  Orders:
    Type: AWS::SQS::Queue
  Handler:
    Type: AWS::Serverless::Function
    Properties:
      Handler: index.handler
      InlineCode: |
        exports.handler = async (event) => {
          console.log('got', event.Records?.[0].body ?? event.detail?.id ?? 'nothing');
          return { greeting: process.env.GREETING, queue: process.env.QUEUE };
        };
      AutoPublishAlias: live
      Environment:
        Variables:
          QUEUE: !GetAtt Orders.QueueName
      Policies:
        - AWSLambdaRole
        - SQSSendMessagePolicy:
            QueueName: !GetAtt Orders.QueueName
      Events:
        Messages:
          Type: SQS
          Properties:
            Queue: !GetAtt Orders.Arn
            BatchSize: 1
        Placed:
          Type: EventBridgeRule
          Properties:
            Pattern:
              source: [shop]
Outputs:
  Alias:
    Value: !Ref Handler.Alias
  Function:
    Value: !Ref Handler
  Role:
    Value: !Ref HandlerRole
  Queue:
    Value: !Ref Orders
`;

let emulator: TestEmulator;
let cfn: CloudFormationClient;
beforeAll(async () => {
  emulator = await startTestEmulator();
  cfn = emulator.client(CloudFormationClient);
});
afterAll(() => emulator.stop());

async function outputs(StackName: string): Promise<Record<string, string>> {
  await emulator.idle();
  const stack = (await cfn.send(new DescribeStacksCommand({ StackName }))).Stacks![0]!;
  expect(stack.StackStatus).toBe('CREATE_COMPLETE');
  return Object.fromEntries((stack.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey!, OutputValue!]));
}
const Capabilities = ['CAPABILITY_IAM' as const, 'CAPABILITY_AUTO_EXPAND' as const];

describe('a template with a function, a queue and a rule', () => {
  let found: Record<string, string>;
  beforeAll(async () => {
    await cfn.send(new CreateStackCommand({ StackName: 'shop', TemplateBody: TEMPLATE, Capabilities }));
    found = await outputs('shop');
  });

  it('makes the function, its alias, role, mapping, rule and permission', async () => {
    const { StackResources = [] } = await cfn.send(new DescribeStackResourcesCommand({ StackName: 'shop' }));
    const types = StackResources.map(
      ({ LogicalResourceId, ResourceType }) => `${LogicalResourceId?.replace(/[0-9a-f]{10}$/, '')} ${ResourceType}`,
    );
    expect(types.sort()).toEqual([
      'Handler AWS::Lambda::Function',
      'HandlerAliaslive AWS::Lambda::Alias',
      'HandlerMessages AWS::Lambda::EventSourceMapping',
      'HandlerPlaced AWS::Events::Rule',
      'HandlerPlacedPermission AWS::Lambda::Permission',
      'HandlerRole AWS::IAM::Role',
      'HandlerVersion AWS::Lambda::Version',
      'Orders AWS::SQS::Queue',
    ]);
  });

  it('invokes by the alias, with the shared environment and its own', async () => {
    expect(found.Alias).toMatch(/:live$/);
    const answer = await emulator.client(LambdaClient).send(new InvokeCommand({ FunctionName: found.Alias! }));
    expect(JSON.parse(Buffer.from(answer.Payload!).toString())).toEqual({ greeting: 'hello', queue: found.Queue!.split('/').at(-1) });
  });

  it('gives the role what the policy template and the events need', async () => {
    const iam = emulator.client(IAMClient);
    const RoleName = found.Role!;
    expect((await iam.send(new GetRoleCommand({ RoleName }))).Role?.AssumeRolePolicyDocument).toContain('lambda.amazonaws.com');
    const attached = (await iam.send(new ListAttachedRolePoliciesCommand({ RoleName }))).AttachedPolicies?.map(
      ({ PolicyName }) => PolicyName,
    );
    expect(attached?.sort()).toEqual(['AWSLambdaBasicExecutionRole', 'AWSLambdaRole', 'AWSLambdaSQSQueueExecutionRole']);
    const inline = await iam.send(new GetRolePolicyCommand({ RoleName, PolicyName: 'HandlerRolePolicy1' }));
    expect(JSON.parse(decodeURIComponent(inline.PolicyDocument!)).Statement[0]).toMatchObject({ Action: ['sqs:SendMessage*'] });
  });

  it('feeds the function from the queue and from the bus', async () => {
    await emulator.client(SQSClient).send(new SendMessageCommand({ QueueUrl: found.Queue!, MessageBody: 'order-1' }));
    const Entries = [{ Source: 'shop', DetailType: 'placed', Detail: JSON.stringify({ id: 'order-2' }) }];
    await emulator.client(EventBridgeClient).send(new PutEventsCommand({ Entries }));
    await emulator.idle();
    const logs = emulator.client(CloudWatchLogsClient);
    const { events = [] } = await logs.send(
      new FilterLogEventsCommand({ logGroupName: `/aws/lambda/${found.Function}`, filterPattern: 'got' }),
    );
    const lines = events.map(({ message }) => /got (\S+)/.exec(message ?? '')?.[1]);
    expect(lines).toEqual(expect.arrayContaining(['order-1', 'order-2']));
  });

  it('shows the template as it was written and as it was processed', async () => {
    const get = async (TemplateStage: 'Original' | 'Processed') =>
      (await cfn.send(new GetTemplateCommand({ StackName: 'shop', TemplateStage }))).TemplateBody!;
    expect(await get('Original')).toBe(TEMPLATE);
    const processed = JSON.parse(await get('Processed'));
    expect(processed.Resources.Handler.Type).toBe('AWS::Lambda::Function');
    expect(processed).not.toHaveProperty('Transform');
    expect(processed).not.toHaveProperty('Globals');
  });
});

describe('a template that declares the transform', () => {
  const plain = JSON.stringify({ Transform: 'AWS::Serverless-2016-10-31', Resources: { Q: { Type: 'AWS::SQS::Queue' } } });

  it('deploys without any type of SAM', async () => {
    await cfn.send(new CreateStackCommand({ StackName: 'plain', TemplateBody: plain, Capabilities: ['CAPABILITY_AUTO_EXPAND'] }));
    await outputs('plain');
  });

  it('needs CAPABILITY_AUTO_EXPAND unless a change set shows its result first', async () => {
    const create = cfn.send(new CreateStackCommand({ StackName: 'bare', TemplateBody: plain }));
    await expect(create).rejects.toMatchObject({
      name: 'InsufficientCapabilitiesException',
      message: expect.stringContaining('CAPABILITY_AUTO_EXPAND'),
    });
    const change = { StackName: 'bare', ChangeSetName: 'first' };
    await cfn.send(new CreateChangeSetCommand({ ...change, ChangeSetType: 'CREATE', TemplateBody: plain }));
    await emulator.idle();
    const { Changes } = await cfn.send(new DescribeChangeSetCommand(change));
    expect(Changes?.map(({ ResourceChange }) => ResourceChange?.ResourceType)).toEqual(['AWS::SQS::Queue']);
    await cfn.send(new ExecuteChangeSetCommand(change));
    await outputs('bare');
  });

  it('is summarised with the types that it names and the capability that it needs', async () => {
    const summary = await cfn.send(new GetTemplateSummaryCommand({ TemplateBody: TEMPLATE }));
    expect(summary.ResourceTypes).toEqual(['AWS::SQS::Queue', 'AWS::Serverless::Function']);
    expect(summary.DeclaredTransforms).toEqual(['AWS::Serverless-2016-10-31']);
    expect(summary.Capabilities).toContain('CAPABILITY_AUTO_EXPAND');
    const valid = await cfn.send(new ValidateTemplateCommand({ TemplateBody: TEMPLATE }));
    expect(valid.Parameters?.map(({ ParameterKey }) => ParameterKey)).toEqual(['Greeting']);
  });

  it('fails with all problems in the words of the cloud', async () => {
    const Resources = {
      A: { Type: 'AWS::Serverless::Function', Properties: { InlineCode: 'x', Runtime: 'nodejs20.x' } },
      B: { Type: 'AWS::Serverless::Function', Properties: { Handlr: 'index.handler' } },
    };
    const TemplateBody = JSON.stringify({ Transform: 'AWS::Serverless-2016-10-31', Resources });
    await cfn.send(new CreateStackCommand({ StackName: 'bad', TemplateBody, Capabilities, OnFailure: 'DO_NOTHING' }));
    expect((await cfn.send(new DescribeStacksCommand({ StackName: 'bad' }))).Stacks).toMatchObject([
      {
        StackStatus: 'CREATE_FAILED',
        StackStatusReason:
          'Transform AWS::Serverless-2016-10-31 failed with: Invalid Serverless Application Specification document. Number of errors found: 2. ' +
          'Resource with id [A] is invalid. Runtime and Handler needs to be present when PackageType is of type `Zip` ' +
          'Resource with id [B] is invalid. property Handlr not defined for resource of type AWS::Serverless::Function.',
      },
    ]);
  });

  it('is refused by name where nothing here offers the types that come out', async () => {
    const Resources = {
      Fn: {
        Type: 'AWS::Serverless::Function',
        Properties: {
          ...{ Runtime: 'nodejs20.x', Handler: 'index.handler', InlineCode: 'exports.handler = async () => 1;' },
          Events: { Device: { Type: 'IoTRule', Properties: { Sql: "SELECT * FROM 'topic/test'" } } },
        },
      },
    };
    const TemplateBody = JSON.stringify({
      Transform: ['AWS::Serverless-2016-10-31'],
      Resources: { ...Resources, Q: { Type: 'AWS::SQS::Queue' } },
    });
    const created = cfn.send(new CreateStackCommand({ StackName: 'api', TemplateBody, Capabilities }));
    await expect(created).rejects.toMatchObject({ message: expect.stringContaining('AWS::IoT::TopicRule') });
  });

  it('makes simple tables', async () => {
    const Resources = { Table: { Type: 'AWS::Serverless::SimpleTable', Properties: { TableName: 'simple' } } };
    const TemplateBody = JSON.stringify({ Transform: 'AWS::Serverless-2016-10-31', Resources });
    await cfn.send(new CreateStackCommand({ StackName: 'table', TemplateBody, Capabilities }));
    await waitUntilStackCreateComplete({ client: cfn, ...WAITER }, { StackName: 'table' });
    const { Table } = await emulator.client(DynamoDB).describeTable({ TableName: 'simple' });
    expect(Table).toMatchObject({ KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }] });
  });

  it('may repeat fragments first', async () => {
    const loop = [
      'Name',
      ['One', 'Two'],
      { ['$' + '{Name}Table']: { Type: 'AWS::Serverless::LayerVersion', Properties: { ContentUri: 's3://b/k' } } },
    ];
    const TemplateBody = JSON.stringify({
      Transform: ['AWS::LanguageExtensions', 'AWS::Serverless-2016-10-31'],
      Resources: { 'Fn::ForEach::Layers': loop },
    });
    const change = { StackName: 'layers', ChangeSetName: 'one' };
    await cfn.send(new CreateChangeSetCommand({ ...change, ChangeSetType: 'CREATE', TemplateBody }));
    await emulator.idle();
    const { Changes = [] } = await cfn.send(new DescribeChangeSetCommand(change));
    expect(Changes.map(({ ResourceChange }) => ResourceChange?.LogicalResourceId?.slice(0, 8)).sort()).toEqual(['OneTable', 'TwoTable']);
  });
});
