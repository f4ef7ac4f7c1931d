// Roles of rules and of their targets: their trust policy is asked when they are given.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { IAM } from '@aws-sdk/client-iam';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:q';
const roleArn = (name: string): string => `arn:aws:iam::000000000000:role/${name}`;
const trust = (Service: string, Condition?: object): string =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service }, Action: 'sts:AssumeRole', ...(Condition && { Condition }) }],
  });
const refusalOf = (name: string) => ({
  name: 'ValidationException',
  message: `Provided role '${roleArn(name)}' cannot be assumed by principal 'events.amazonaws.com'.`,
});

let emulator: TestEmulator;
let events: EventBridge;
beforeAll(async () => {
  emulator = await startTestEmulator();
  events = emulator.client(EventBridge);
  const iam = emulator.client(IAM);
  const ofRules = { ArnLike: { 'aws:SourceArn': 'arn:aws:events:us-east-1:000000000000:rule/shop-*' } };
  await iam.createRole({ RoleName: 'events', AssumeRolePolicyDocument: trust('events.amazonaws.com') });
  await iam.createRole({ RoleName: 'compute', AssumeRolePolicyDocument: trust('ec2.amazonaws.com') });
  await iam.createRole({ RoleName: 'of-rules', AssumeRolePolicyDocument: trust('events.amazonaws.com', ofRules) });
});
afterAll(() => emulator.stop());

const putRule = (Name: string, role: string) => events.putRule({ Name, ScheduleExpression: 'rate(1 day)', RoleArn: roleArn(role) });

describe('a role that does not trust the service', () => {
  it('is refused for a rule, which is not made', async () => {
    await expect(putRule('untrusted', 'compute')).rejects.toMatchObject(refusalOf('compute'));
    await expect(events.describeRule({ Name: 'untrusted' })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('is refused for a target, with the whole request', async () => {
    await putRule('trusted', 'events');
    const targets = (role: string) => [
      { Id: 'a', Arn: QUEUE, RoleArn: roleArn('events') },
      { Id: 'b', Arn: QUEUE, RoleArn: roleArn(role) },
    ];
    await expect(events.putTargets({ Rule: 'trusted', Targets: targets('compute') })).rejects.toMatchObject(refusalOf('compute'));
    expect((await events.listTargetsByRule({ Rule: 'trusted' })).Targets).toEqual([]);
    expect(await events.putTargets({ Rule: 'trusted', Targets: targets('events') })).toMatchObject({ FailedEntryCount: 0 });
  });
});

it('a trust policy may name the rules that it is for', async () => {
  await putRule('shop-hourly', 'of-rules');
  await expect(putRule('other', 'of-rules')).rejects.toMatchObject(refusalOf('of-rules'));
});

it('a role that does not exist here is taken', async () => {
  await putRule('elsewhere', 'in-a-real-account');
});
