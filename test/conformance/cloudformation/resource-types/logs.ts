// Log groups and streams, destinations, metric filters, resource policies.
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { expect } from 'vitest';
import { getAtt, policy, ROLE, ref, TAGS, type TypeCase } from './type-case.ts';

const group = { Type: 'AWS::Logs::LogGroup', Properties: {} };
const statement = (action: string) =>
  policy({ Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' }, Action: action, Resource: '*' });

const tagsOf = async (client: CloudWatchLogs, name: string) =>
  (await client.listTagsForResource({ resourceArn: `arn:aws:logs:us-east-1:000000000000:log-group:${name}` })).tags;

/** The ARN of `Fn`, once the service may invoke it. */
const PERMITTED_FUNCTION = {
  'Fn::Select': [0, { 'Fn::Split': ['|', { 'Fn::Join': ['|', [getAtt('Fn', 'Arn'), ref('Permission')]] }] }],
};

const protection = (name: string) => {
  const DataIdentifier = [`arn:aws:dataprotection::aws:data-identifier/${name}`];
  return {
    ...{ Name: 'secrets', Version: '2021-06-01' },
    Statement: [
      { DataIdentifier, Operation: { Audit: { FindingsDestination: {} } } },
      { DataIdentifier, Operation: { Deidentify: { MaskConfig: {} } } },
    ],
  };
};

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::Logs::AccountPolicy',
    properties: {
      PolicyName: 'fields',
      PolicyType: 'FIELD_INDEX_POLICY',
      PolicyDocument: '{"Fields":["user"]}',
      Scope: 'ALL',
      SelectionCriteria: 'LogGroupNamePrefix IN ["/shop/"]',
    },
    readBack: async (emulator) => {
      const client = emulator.client(CloudWatchLogs);
      return (await client.describeAccountPolicies({ policyType: 'FIELD_INDEX_POLICY', policyName: 'fields' })).accountPolicies?.[0];
    },
    ref: /^000000000000\|FIELD_INDEX_POLICY\|fields$/,
    expected: { policyDocument: '{"Fields":["user"]}', scope: 'ALL', selectionCriteria: 'LogGroupNamePrefix IN ["/shop/"]' },
    change: {
      properties: { PolicyName: 'fields', PolicyType: 'FIELD_INDEX_POLICY', PolicyDocument: '{"Fields":["order"]}' },
      expected: { policyDocument: '{"Fields":["order"]}', selectionCriteria: undefined },
    },
  },
  {
    type: 'AWS::Logs::LogGroup',
    needs: { Key: { Type: 'AWS::KMS::Key' } },
    properties: {
      LogGroupName: 'every-property',
      RetentionInDays: '7',
      KmsKeyId: getAtt('Key', 'Arn'),
      LogGroupClass: 'INFREQUENT_ACCESS',
      DeletionProtectionEnabled: 'true',
      Tags: TAGS,
    },
    readBack: async (emulator, { ref: { It: name } }) => {
      const client = emulator.client(CloudWatchLogs);
      const { logGroups } = await client.describeLogGroups({ logGroupNamePrefix: name });
      return { ...logGroups?.[0], tags: await tagsOf(client, name!) };
    },
    ref: /^every-property$/,
    expected: {
      retentionInDays: 7,
      kmsKeyId: expect.stringContaining(':key/'),
      logGroupClass: 'INFREQUENT_ACCESS',
      deletionProtectionEnabled: true,
      tags: { team: 'blue', stage: 'test' },
    },
    change: {
      properties: { LogGroupName: 'every-property', LogGroupClass: 'INFREQUENT_ACCESS', Tags: [{ Key: 'team', Value: 'red' }] },
      expected: { retentionInDays: undefined, kmsKeyId: undefined, deletionProtectionEnabled: false, tags: { team: 'red' } },
    },
  },
  {
    type: 'AWS::Logs::LogGroup',
    title: 'Policies',
    properties: { LogGroupName: 'policies', DataProtectionPolicy: protection('EmailAddress'), FieldIndexPolicies: [{ Fields: ['user'] }] },
    readBack: async (emulator, { ref: { It: name } }) => {
      const client = emulator.client(CloudWatchLogs);
      const { policyDocument = '{}' } = await client.getDataProtectionPolicy({ logGroupIdentifier: name });
      const { indexPolicies } = await client.describeIndexPolicies({ logGroupIdentifiers: [name!] });
      return { protection: JSON.parse(policyDocument) as object, indexPolicies };
    },
    ref: /^policies$/,
    expected: { protection: protection('EmailAddress'), indexPolicies: [{ policyDocument: '{"Fields":["user"]}' }] },
    change: {
      properties: { LogGroupName: 'policies', DataProtectionPolicy: protection('IpAddress') },
      expected: { protection: protection('IpAddress'), indexPolicies: [] },
    },
  },
  {
    type: 'AWS::Logs::LogStream',
    needs: { Group: group },
    properties: { LogGroupName: ref('Group'), LogStreamName: 'named' },
    readBack: async (emulator, { ref: { Group } }) => {
      const { logStreams } = await emulator.client(CloudWatchLogs).describeLogStreams({ logGroupName: Group! });
      return logStreams?.[0];
    },
    ref: /^named$/,
    expected: { logStreamName: 'named' },
  },
  {
    type: 'AWS::Logs::QueryDefinition',
    properties: {
      Name: 'shop/errors',
      QueryString: 'filter level = "ERROR"',
      QueryLanguage: 'CWLI',
      LogGroupNames: ['/shop'],
      Parameters: [{ Name: 'level', DefaultValue: 'ERROR', Description: 'How bad' }],
    },
    readBack: async (emulator) => (await emulator.client(CloudWatchLogs).describeQueryDefinitions({})).queryDefinitions?.[0],
    ref: /^[0-9a-f-]{36}$/,
    expected: {
      ...{ name: 'shop/errors', queryString: 'filter level = "ERROR"', queryLanguage: 'CWLI', logGroupNames: ['/shop'] },
      parameters: [{ name: 'level', defaultValue: 'ERROR', description: 'How bad' }],
    },
    change: {
      properties: { Name: 'shop/all', QueryString: 'limit 5' },
      expected: { name: 'shop/all', queryString: 'limit 5', logGroupNames: [], parameters: undefined },
    },
  },
  {
    type: 'AWS::Logs::ResourcePolicy',
    properties: { PolicyName: 'events-may-write', PolicyDocument: JSON.stringify(statement('logs:PutLogEvents')) },
    readBack: async (emulator) => {
      const { resourcePolicies } = await emulator.client(CloudWatchLogs).describeResourcePolicies();
      return resourcePolicies?.find(({ policyName }) => policyName === 'events-may-write');
    },
    ref: /^events-may-write$/,
    expected: { policyDocument: JSON.stringify(statement('logs:PutLogEvents')) },
    change: {
      properties: { PolicyName: 'events-may-write', PolicyDocument: statement('logs:CreateLogStream') },
      expected: { policyDocument: JSON.stringify(statement('logs:CreateLogStream')) },
    },
  },
  {
    type: 'AWS::Logs::Destination',
    // Each put tries the stream with a message.
    history: ['kinesis.'],
    needs: { Stream: { Type: 'AWS::Kinesis::Stream', Properties: { ShardCount: 1 } } },
    properties: {
      DestinationName: 'central',
      TargetArn: getAtt('Stream', 'Arn'),
      RoleArn: ROLE,
      DestinationPolicy: JSON.stringify(statement('logs:PutSubscriptionFilter')),
      Tags: TAGS,
    },
    readBack: async (emulator) => {
      const client = emulator.client(CloudWatchLogs);
      const { destinations } = await client.describeDestinations({});
      const { tags } = await client.listTagsForResource({ resourceArn: destinations![0]!.arn! });
      return { ...destinations![0], tags };
    },
    ref: /^central$/,
    expected: {
      destinationName: 'central',
      targetArn: expect.stringContaining(':stream/'),
      roleArn: ROLE,
      accessPolicy: JSON.stringify(statement('logs:PutSubscriptionFilter')),
      tags: { team: 'blue', stage: 'test' },
    },
    change: {
      properties: {
        DestinationName: 'central',
        TargetArn: getAtt('Stream', 'Arn'),
        RoleArn: `${ROLE}-other`,
        DestinationPolicy: JSON.stringify(statement('logs:*')),
        Tags: [{ Key: 'team', Value: 'red' }],
      },
      expected: { roleArn: `${ROLE}-other`, accessPolicy: JSON.stringify(statement('logs:*')), tags: { team: 'red' } },
    },
  },
  {
    type: 'AWS::Logs::MetricFilter',
    needs: { Group: group },
    properties: {
      LogGroupName: ref('Group'),
      FilterName: 'errors',
      FilterPattern: '{ $.level = "error" }',
      ApplyOnTransformedLogs: 'false',
      MetricTransformations: [
        {
          MetricName: 'errors',
          MetricNamespace: 'app',
          MetricValue: '$.count',
          Unit: 'Count',
          Dimensions: [{ Key: 'place', Value: '$.place' }],
        },
      ],
    },
    readBack: async (emulator, { ref: { Group } }) => {
      const { metricFilters } = await emulator.client(CloudWatchLogs).describeMetricFilters({ logGroupName: Group! });
      return metricFilters?.[0];
    },
    ref: /^errors$/,
    expected: {
      filterName: 'errors',
      filterPattern: '{ $.level = "error" }',
      metricTransformations: [
        { metricName: 'errors', metricNamespace: 'app', metricValue: '$.count', unit: 'Count', dimensions: { place: '$.place' } },
      ],
    },
    change: {
      properties: {
        LogGroupName: ref('Group'),
        FilterName: 'errors',
        FilterPattern: 'ERROR',
        MetricTransformations: [{ MetricName: 'all', MetricNamespace: 'app', MetricValue: 1, DefaultValue: '0' }],
      },
      expected: {
        filterPattern: 'ERROR',
        metricTransformations: [{ metricName: 'all', metricValue: '1', defaultValue: 0 }],
      },
    },
  },
  {
    type: 'AWS::Logs::SubscriptionFilter',
    needs: {
      Group: group,
      Fn: {
        Type: 'AWS::Lambda::Function',
        Properties: { Role: ROLE, Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: 'exports.handler = async () => 1' } },
      },
      Permission: {
        Type: 'AWS::Lambda::Permission',
        Properties: { FunctionName: ref('Fn'), Action: 'lambda:InvokeFunction', Principal: 'logs.amazonaws.com' },
      },
    },
    properties: {
      LogGroupName: ref('Group'),
      FilterName: 'errors',
      FilterPattern: 'ERROR',
      DestinationArn: PERMITTED_FUNCTION,
      Distribution: 'Random',
      ApplyOnTransformedLogs: 'false',
    },
    readBack: async (emulator, { ref: { Group } }) => {
      const { subscriptionFilters } = await emulator.client(CloudWatchLogs).describeSubscriptionFilters({ logGroupName: Group! });
      return subscriptionFilters?.[0];
    },
    ref: /^errors$/,
    expected: {
      filterName: 'errors',
      filterPattern: 'ERROR',
      destinationArn: expect.stringContaining(':function:'),
      distribution: 'Random',
      applyOnTransformedLogs: false,
    },
    change: {
      properties: {
        LogGroupName: ref('Group'),
        FilterName: 'errors',
        FilterPattern: '[level = ERROR, ...]',
        DestinationArn: PERMITTED_FUNCTION,
      },
      expected: { filterPattern: '[level = ERROR, ...]', distribution: 'ByLogStream' },
    },
    untested: { RoleArn: 'refused for functions, as in the cloud' },
  },
];
