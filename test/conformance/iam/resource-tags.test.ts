// The condition key aws:ResourceTag compares the tags of whatever a call names, in every service whose resources have tags.
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { CognitoIdentity } from '@aws-sdk/client-cognito-identity';
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { IAM } from '@aws-sdk/client-iam';
import { Lambda } from '@aws-sdk/client-lambda';
import { Scheduler } from '@aws-sdk/client-scheduler';
import { SFN } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { zipOf } from '../lambda/fixture.ts';
import { allow, type Caller, userWith } from './use-identities.ts';

const ROLE = 'arn:aws:iam::000000000000:role/any';
const MACHINE = JSON.stringify({ StartAt: 'A', States: { A: { Type: 'Succeed' } } });
let emulator: TestEmulator;
let who: Caller;

beforeAll(async () => {
  emulator = await startTestEmulator({ options: { IAM_ENFORCEMENT: 'enforce' } });
  who = await userWith(emulator, 'red', [allow('*', '*', { Condition: { StringEquals: { 'aws:ResourceTag/team': 'red' } } })]);
  await emulator.client(IAM).createRole({
    RoleName: 'any',
    AssumeRolePolicyDocument: JSON.stringify({
      Version: '2012-10-17',
      Statement: { Effect: 'Allow', Principal: { Service: ['states.amazonaws.com', 'lambda.amazonaws.com'] }, Action: 'sts:AssumeRole' },
    }),
  });
});
afterAll(() => emulator.stop());

/** Makes a resource with these tags, and returns a call that reads it as the user. */
type Kind = (name: string, team: string) => Promise<() => Promise<unknown>>;

const KINDS: Readonly<Record<string, Kind>> = {
  'log group': async (name, team) => {
    await emulator.client(CloudWatchLogs).createLogGroup({ logGroupName: name, tags: { team } });
    return () => emulator.client(CloudWatchLogs, who).describeLogStreams({ logGroupName: name });
  },
  'state machine': async (name, team) => {
    const tags = [{ key: 'team', value: team }];
    const { stateMachineArn } = await emulator.client(SFN).createStateMachine({ name, definition: MACHINE, roleArn: ROLE, tags });
    return () => emulator.client(SFN, who).startExecution({ stateMachineArn });
  },
  'event source mapping': async (name, team) => {
    const client = emulator.client(Lambda);
    await client.createFunction({
      FunctionName: name,
      Role: ROLE,
      Runtime: 'nodejs20.x',
      Handler: 'i.h',
      Code: { ZipFile: zipOf({ 'i.js': '' }) },
    });
    const { UUID } = await client.createEventSourceMapping({
      FunctionName: name,
      SelfManagedEventSource: { Endpoints: { KAFKA_BOOTSTRAP_SERVERS: ['127.0.0.1:9092'] } },
      Topics: ['topic'],
      StartingPosition: 'LATEST',
      Enabled: false,
      Tags: { team },
    });
    return () => emulator.client(Lambda, who).getEventSourceMapping({ UUID });
  },
  alarm: async (name, team) => {
    const Tags = [{ Key: 'team', Value: team }];
    const rule = { EvaluationPeriods: 1, Threshold: 1, ComparisonOperator: 'GreaterThanThreshold' } as const;
    const metric = { Namespace: 'n', MetricName: 'm', Period: 60, Statistic: 'Sum' } as const;
    await emulator.client(CloudWatch).putMetricAlarm({ AlarmName: name, Tags, ...rule, ...metric });
    return () => emulator.client(CloudWatch, who).disableAlarmActions({ AlarmNames: [name] });
  },
  'schedule group': async (Name, team) => {
    await emulator.client(Scheduler).createScheduleGroup({ Name, Tags: [{ Key: 'team', Value: team }] });
    return () => emulator.client(Scheduler, who).getScheduleGroup({ Name });
  },
  'user pool': async (PoolName, team) => {
    const { UserPool } = await emulator.client(CognitoIdentityProvider).createUserPool({ PoolName, UserPoolTags: { team } });
    return () => emulator.client(CognitoIdentityProvider, who).describeUserPool({ UserPoolId: UserPool!.Id });
  },
  'identity pool': async (IdentityPoolName, team) => {
    const pool = { IdentityPoolName, AllowUnauthenticatedIdentities: true, IdentityPoolTags: { team } };
    const { IdentityPoolId } = await emulator.client(CognitoIdentity).createIdentityPool(pool);
    return () => emulator.client(CognitoIdentity, who).describeIdentityPool({ IdentityPoolId });
  },
};

test.each(Object.entries(KINDS))('%s', async (kind, make) => {
  const name = kind.replaceAll(' ', '-');
  await (await make(`${name}-red`, 'red'))();
  await expect((await make(`${name}-blue`, 'blue'))()).rejects.toThrow(/is not authorized to perform/);
});
