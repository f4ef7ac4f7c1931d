// Buckets with notifications and with locks, and their policies.
import * as s3 from '@aws-sdk/client-s3';
import { absent, readBack } from './s3-parts.ts';
import { getAtt, policy, ROLE, ref, type TypeCase } from './type-case.ts';

const allow = (Service: string, Action: string, Resource: unknown) => policy({ Effect: 'Allow', Principal: { Service }, Action, Resource });

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::S3::Bucket',
    title: 'notified',
    absent,
    needs: {
      Fn: {
        Type: 'AWS::Lambda::Function',
        Properties: { Role: ROLE, Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: 'exports.handler = async () => 1;' } },
      },
      MayFn: {
        Type: 'AWS::Lambda::Permission',
        Properties: { FunctionName: ref('Fn'), Action: 'lambda:InvokeFunction', Principal: 's3.amazonaws.com' },
      },
      Queue: { Type: 'AWS::SQS::Queue' },
      MayQueue: {
        Type: 'AWS::SQS::QueuePolicy',
        Properties: { Queues: [ref('Queue')], PolicyDocument: allow('s3.amazonaws.com', 'sqs:SendMessage', getAtt('Queue', 'Arn')) },
      },
    },
    properties: {
      BucketName: 'notified',
      NotificationConfiguration: {
        EventBridgeConfiguration: { EventBridgeEnabled: true },
        LambdaConfigurations: [
          {
            Event: 's3:ObjectCreated:*',
            Filter: { S3Key: { Rules: [{ Name: 'prefix', Value: 'in/' }] } },
            Function: { 'Fn::Select': [0, [getAtt('Fn', 'Arn'), ref('MayFn')]] },
          },
        ],
        QueueConfigurations: [
          {
            Event: 's3:ObjectRemoved:*',
            Filter: { S3Key: { Rules: [{ Name: 'suffix', Value: '.txt' }] } },
            Queue: { 'Fn::Select': [0, [getAtt('Queue', 'Arn'), ref('MayQueue')]] },
          },
        ],
      },
      WebsiteConfiguration: {
        ...{ ErrorDocument: 'error.html', IndexDocument: 'index.html' },
        RoutingRules: [
          {
            RedirectRule: { HostName: 'b.example', HttpRedirectCode: '307', Protocol: 'https', ReplaceKeyPrefixWith: 'new/' },
            RoutingRuleCondition: { HttpErrorCodeReturnedEquals: '404', KeyPrefixEquals: 'old/' },
          },
          { RedirectRule: { ReplaceKeyWith: 'gone.html' } },
        ],
      },
    },
    readBack,
    ref: /^notified$/,
    expected: {
      notification: {
        EventBridgeConfiguration: {},
        LambdaFunctionConfigurations: [{ Events: ['s3:ObjectCreated:*'], Filter: { Key: { FilterRules: [{ Value: 'in/' }] } } }],
        QueueConfigurations: [{ Events: ['s3:ObjectRemoved:*'], Filter: { Key: { FilterRules: [{ Value: '.txt' }] } } }],
      },
      website: {
        ...{ ErrorDocument: { Key: 'error.html' }, IndexDocument: { Suffix: 'index.html' } },
        RoutingRules: [
          {
            Redirect: { HostName: 'b.example', HttpRedirectCode: '307', Protocol: 'https', ReplaceKeyPrefixWith: 'new/' },
            Condition: { HttpErrorCodeReturnedEquals: '404', KeyPrefixEquals: 'old/' },
          },
          { Redirect: { ReplaceKeyWith: 'gone.html' } },
        ],
      },
    },
    change: {
      properties: {
        BucketName: 'notified',
        WebsiteConfiguration: { RedirectAllRequestsTo: { HostName: 'c.example', Protocol: 'https' } },
      },
      expected: {
        notification: { LambdaFunctionConfigurations: undefined, QueueConfigurations: undefined, EventBridgeConfiguration: undefined },
        website: { RedirectAllRequestsTo: { HostName: 'c.example', Protocol: 'https' }, IndexDocument: undefined },
      },
    },
    slow: 'notifications are told to their targets once more',
  },
  ...[{ Days: 1 }, { Years: 1 }].map(
    (period): TypeCase => ({
      type: 'AWS::S3::Bucket',
      title: `locked-${Object.keys(period)[0]!.toLowerCase()}`,
      absent,
      properties: {
        BucketName: `locked-${Object.keys(period)[0]!.toLowerCase()}`,
        ObjectLockEnabled: true,
        ObjectLockConfiguration: { ObjectLockEnabled: 'Enabled', Rule: { DefaultRetention: { Mode: 'GOVERNANCE', ...period } } },
      },
      readBack,
      ref: /^locked-/,
      expected: { lock: { ObjectLockEnabled: 'Enabled', Rule: { DefaultRetention: { Mode: 'GOVERNANCE', ...period } } } },
    }),
  ),
  {
    type: 'AWS::S3::BucketPolicy',
    needs: { Bucket: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'with-a-policy' } } },
    properties: { Bucket: ref('Bucket'), PolicyDocument: allow('logs.amazonaws.com', 's3:GetObject', 'arn:aws:s3:::with-a-policy/*') },
    readBack: async (emulator, { ref: { Bucket } }) => {
      const { Policy } = await emulator.client(s3.S3).getBucketPolicy({ Bucket });
      return JSON.parse(Policy!);
    },
    ref: /^with-a-policy$/,
    expected: allow('logs.amazonaws.com', 's3:GetObject', 'arn:aws:s3:::with-a-policy/*'),
    change: {
      properties: { Bucket: ref('Bucket'), PolicyDocument: allow('logs.amazonaws.com', 's3:PutObject', 'arn:aws:s3:::with-a-policy/*') },
      expected: allow('logs.amazonaws.com', 's3:PutObject', 'arn:aws:s3:::with-a-policy/*'),
    },
  },
];
