// Event buses, their policies and endpoints, rules with targets, archives.
import { expect } from 'vitest';
import type { TestEmulator } from '../../../support/emulator.ts';
import { eventsOf, key } from './events-parts.ts';
import { getAtt, policy, ROLE, ref, TAGS, type TypeCase } from './type-case.ts';

const queue = (more: object = {}) => ({ Type: 'AWS::SQS::Queue', Properties: more });
const bus = { Type: 'AWS::Events::EventBus', Properties: { Name: ref('AWS::StackName') } };

const may = (account: string) =>
  policy({
    Sid: 'other',
    Effect: 'Allow',
    Principal: { AWS: `arn:aws:iam::${account}:root` },
    Action: 'events:PutEvents',
    Resource: 'arn:aws:events:us-east-1:000000000000:event-bus/every-property',
  });

const statement = (account: string) => ({
  Effect: 'Allow',
  Principal: { AWS: `arn:aws:iam::${account}:root` },
  Action: ['events:PutEvents', 'events:PutRule'],
  Resource: '*',
});

const endpointBus = (region: string) => ({ EventBusArn: `arn:aws:events:${region}:000000000000:event-bus/default` });

const routing = (Route: string) => ({
  FailoverConfig: { Primary: { HealthCheck: 'arn:aws:route53:::healthcheck/abc-1' }, Secondary: { Route } },
});

const NO_TARGET = 'no emulated service takes events for such targets: refused by PutTargets';

const statementsOf = async (emulator: TestEmulator, Name: string, Sid: string) => {
  const { Policy = '{"Statement":[]}' } = await eventsOf(emulator).describeEventBus({ Name });
  return (JSON.parse(Policy) as { Statement: { Sid: string }[] }).Statement.find((each) => each.Sid === Sid);
};

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::Events::EventBus',
    needs: { Key: key, Dead: queue() },
    properties: {
      Name: 'every-property',
      Description: 'a bus',
      KmsKeyIdentifier: getAtt('Key', 'Arn'),
      DeadLetterConfig: { Arn: getAtt('Dead', 'Arn') },
      LogConfig: { IncludeDetail: 'FULL', Level: 'TRACE' },
      Policy: may('111111111111'),
      Tags: TAGS,
    },
    readBack: async (emulator, { ref: { It: Name } }) => {
      const found = await eventsOf(emulator).describeEventBus({ Name });
      const { Tags } = await eventsOf(emulator).listTagsForResource({ ResourceARN: found.Arn });
      return { ...found, Tags };
    },
    ref: /^every-property$/,
    expected: {
      Description: 'a bus',
      KmsKeyIdentifier: expect.stringContaining(':key/'),
      DeadLetterConfig: { Arn: expect.stringContaining(':sqs:') },
      LogConfig: { IncludeDetail: 'FULL', Level: 'TRACE' },
      Policy: JSON.stringify(may('111111111111')),
      Tags: expect.arrayContaining(TAGS),
    },
    change: {
      properties: { Name: 'every-property', Policy: JSON.stringify(may('222222222222')), Tags: [{ Key: 'team', Value: 'red' }] },
      expected: {
        Description: '',
        LogConfig: { IncludeDetail: 'NONE', Level: 'OFF' },
        Policy: JSON.stringify(may('222222222222')),
        Tags: [{ Key: 'team', Value: 'red' }],
      },
    },
    untested: { EventSourceName: 'a partner has to make the source first: the tests of partner event sources do' },
  },
  {
    type: 'AWS::Events::Endpoint',
    needs: { Beside: bus },
    properties: {
      Name: 'every-property',
      Description: 'of two regions',
      EventBuses: [endpointBus('us-east-1'), endpointBus('us-west-2')],
      RoutingConfig: routing('us-west-2'),
      ReplicationConfig: { State: 'ENABLED' },
      RoleArn: ROLE,
    },
    readBack: (emulator, { ref: { It: Name } }) => eventsOf(emulator).describeEndpoint({ Name }),
    ref: /^every-property$/,
    absent: { StateReason: 'endpoints are ready at once' },
    expected: {
      Description: 'of two regions',
      EventBuses: [endpointBus('us-east-1'), endpointBus('us-west-2')],
      RoutingConfig: routing('us-west-2'),
      ReplicationConfig: { State: 'ENABLED' },
      RoleArn: ROLE,
    },
    change: {
      properties: {
        Name: 'every-property',
        EventBuses: [endpointBus('us-east-1'), endpointBus('eu-west-1')],
        RoutingConfig: routing('eu-west-1'),
        ReplicationConfig: { State: 'DISABLED' },
      },
      expected: { Description: '', RoutingConfig: routing('eu-west-1'), ReplicationConfig: { State: 'DISABLED' } },
    },
  },
  {
    type: 'AWS::Events::EventBusPolicy',
    needs: {
      Bus: bus,
      ...Object.fromEntries(
        ['A', 'B', 'C'].map((id) => [
          id,
          {
            Type: 'AWS::Events::EventBusPolicy',
            Properties: { EventBusName: ref('Bus'), StatementId: id, Statement: statement('333333333333') },
          },
        ]),
      ),
    },
    properties: {
      EventBusName: ref('Bus'),
      StatementId: 'It',
      Action: 'events:PutEvents',
      Principal: '*',
      Condition: { Type: 'StringEquals', Key: 'aws:PrincipalOrgID', Value: 'o-aaaaaaaaaa' },
    },
    readBack: async (emulator, { ref: { Bus } }) => {
      const found = await Promise.all(['A', 'B', 'C', 'It'].map((Sid) => statementsOf(emulator, Bus!, Sid)));
      return { all: found.filter((each) => each !== undefined).length, it: found[3] };
    },
    ref: /^t-[A-Za-z-]+\|It$/,
    expected: {
      all: 4,
      it: { Action: 'events:PutEvents', Principal: '*', Condition: { StringEquals: { 'aws:PrincipalOrgID': 'o-aaaaaaaaaa' } } },
    },
    change: {
      properties: { EventBusName: ref('Bus'), StatementId: 'It', Statement: statement('222222222222') },
      expected: { all: 4, it: { Sid: 'It', ...statement('222222222222') } },
    },
  },
  {
    type: 'AWS::Events::Rule',
    needs: {
      Bus: bus,
      Fifo: queue({ FifoQueue: true }),
      Dead: queue(),
      Plain: queue(),
      Other: { Type: 'AWS::Events::EventBus', Properties: { Name: 'other-bus' } },
    },
    properties: {
      Name: 'every-property',
      EventBusName: getAtt('Bus', 'Arn'),
      Description: 'matches',
      RoleArn: ROLE,
      State: 'DISABLED',
      EventPattern: { source: ['app'], detail: { count: [{ numeric: ['>', 3] }] } },
      Tags: TAGS,
      Targets: [
        {
          Id: 'fifo',
          Arn: getAtt('Fifo', 'Arn'),
          SqsParameters: { MessageGroupId: 'group' },
          InputTransformer: { InputPathsMap: { what: '$.detail.what' }, InputTemplate: '{"what": <what>}' },
          DeadLetterConfig: { Arn: getAtt('Dead', 'Arn') },
          RetryPolicy: { MaximumEventAgeInSeconds: '120', MaximumRetryAttempts: '3' },
        },
        { Id: 'input', Arn: getAtt('Plain', 'Arn'), Input: '{"a":1}' },
        { Id: 'path', Arn: getAtt('Plain', 'Arn'), InputPath: '$.detail' },
        { Id: 'bus', Arn: getAtt('Other', 'Arn'), RoleArn: ROLE },
      ],
    },
    readBack: async (emulator, { attributes }) => {
      const at = { EventBusName: 't-Events-Rule', Rule: attributes.RuleName };
      const found = await eventsOf(emulator).describeRule({ EventBusName: at.EventBusName, Name: at.Rule });
      const { Targets } = await eventsOf(emulator).listTargetsByRule(at);
      const { Tags } = await eventsOf(emulator).listTagsForResource({ ResourceARN: found.Arn });
      return { ...found, Tags, targets: Object.fromEntries(Targets!.map((target) => [target.Id, target])) };
    },
    ref: /^t-Events-Rule\|every-property$/,
    expected: {
      EventBusName: 't-Events-Rule',
      Description: 'matches',
      RoleArn: ROLE,
      State: 'DISABLED',
      EventPattern: '{"source":["app"],"detail":{"count":[{"numeric":[">",3]}]}}',
      Tags: expect.arrayContaining(TAGS),
      targets: {
        fifo: {
          SqsParameters: { MessageGroupId: 'group' },
          InputTransformer: { InputPathsMap: { what: '$.detail.what' }, InputTemplate: '{"what": <what>}' },
          DeadLetterConfig: { Arn: expect.stringContaining('Dead') },
          RetryPolicy: { MaximumEventAgeInSeconds: 120, MaximumRetryAttempts: 3 },
        },
        input: { Input: '{"a":1}' },
        path: { InputPath: '$.detail' },
        bus: { RoleArn: ROLE },
      },
    },
    change: {
      properties: {
        Name: 'every-property',
        EventBusName: getAtt('Bus', 'Arn'),
        EventPattern: '{ "source": ["other"] }',
        Targets: [{ Id: 'input', Arn: getAtt('Plain', 'Arn') }],
        Tags: [{ Key: 'team', Value: 'red' }],
      },
      expected: {
        Description: undefined,
        RoleArn: undefined,
        State: 'ENABLED',
        EventPattern: '{ "source": ["other"] }',
        Tags: [{ Key: 'team', Value: 'red' }],
        targets: { fifo: undefined, path: undefined, bus: undefined, input: { Input: undefined } },
      },
    },
    untested: {
      ScheduleExpression: 'only on the default bus: in a test of its own',
      'Targets.AppSyncParameters': NO_TARGET,
      'Targets.BatchParameters': NO_TARGET,
      'Targets.EcsParameters': NO_TARGET,
      'Targets.HttpParameters': NO_TARGET,
      'Targets.KinesisParameters': 'in test/conformance/kinesis/destinations.test.ts, by the operation',
      'Targets.RedshiftDataParameters': NO_TARGET,
      'Targets.RunCommandParameters': NO_TARGET,
      'Targets.SageMakerPipelineParameters': NO_TARGET,
    },
  },
  {
    type: 'AWS::Events::Archive',
    needs: { Bus: bus, Key: key },
    properties: {
      ArchiveName: 'every-property',
      SourceArn: getAtt('Bus', 'Arn'),
      Description: 'keeps',
      EventPattern: { source: ['app'] },
      KmsKeyIdentifier: getAtt('Key', 'Arn'),
      RetentionDays: '9',
    },
    readBack: (emulator, { ref: { It: ArchiveName } }) => eventsOf(emulator).describeArchive({ ArchiveName }),
    ref: /^every-property$/,
    expected: {
      EventSourceArn: 'arn:aws:events:us-east-1:000000000000:event-bus/t-Events-Archive',
      Description: 'keeps',
      EventPattern: '{"source":["app"]}',
      KmsKeyIdentifier: expect.stringContaining(':key/'),
      RetentionDays: 9,
    },
    change: {
      properties: { ArchiveName: 'every-property', SourceArn: getAtt('Bus', 'Arn'), RetentionDays: 3 },
      expected: { Description: undefined, EventPattern: undefined, KmsKeyIdentifier: undefined, RetentionDays: 3 },
    },
  },
];
