// Policies of buses: they admit the account, the user or the role that they name, for the events that they name, and nobody else.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { IAM } from '@aws-sdk/client-iam';
import { STS } from '@aws-sdk/client-sts';
import { describe, expect, it } from 'vitest';
import { queueArn, useEvents } from '../../support/use-events.ts';

const HOME = '000000000000';
const FOREIGN = '111111111111';
const BUS = `arn:aws:events:us-east-1:${HOME}:event-bus/default`;
const fixture = useEvents();

interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}
const FOREIGN_ROOT: Keys = { accessKeyId: FOREIGN, secretAccessKey: 'x' };

async function userKeys(UserName: string): Promise<Keys> {
  const iam = fixture.emulator.client(IAM, { credentials: FOREIGN_ROOT });
  await iam.createUser({ UserName });
  const { AccessKey } = await iam.createAccessKey({ UserName });
  return { accessKeyId: AccessKey?.AccessKeyId ?? '', secretAccessKey: AccessKey?.SecretAccessKey ?? '' };
}

async function sessionKeys(role: string): Promise<Keys> {
  const sts = fixture.emulator.client(STS, { credentials: FOREIGN_ROOT });
  const { Credentials } = await sts.assumeRole({ RoleArn: `arn:aws:iam::${FOREIGN}:role/${role}`, RoleSessionName: 'me' });
  const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '' } = Credentials ?? {};
  return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken };
}

/** The codes with which a sender's events of these sources fail, undefined for those that are taken. */
async function codesOf(credentials: Keys, sources: readonly string[] = ['shop']): Promise<(string | undefined)[]> {
  const events = fixture.emulator.client(EventBridge, { credentials });
  const entries = sources.map((Source) => ({ Source, DetailType: 'made', Detail: '{}', EventBusName: BUS }));
  const { Entries = [] } = await events.putEvents({ Entries: entries });
  return Entries.map(({ ErrorCode }) => ErrorCode);
}

async function setPolicy(Principal: unknown, more: object = {}): Promise<void> {
  const statement = { Sid: 's', Effect: 'Allow', Principal, Action: 'events:PutEvents', Resource: BUS, ...more };
  await fixture.events.putPermission({ Policy: JSON.stringify({ Version: '2012-10-17', Statement: [statement] }) });
}

const DENIED = ['AccessDeniedException'];
const TAKEN = [undefined];

describe('the policy of a bus', () => {
  it('admits the one user of another account whom it names', async () => {
    const [ada, bob] = [await userKeys('ada'), await userKeys('bob')];
    await setPolicy({ AWS: `arn:aws:iam::${FOREIGN}:user/ada` });
    expect(await codesOf(ada)).toEqual(TAKEN);
    expect(await codesOf(bob)).toEqual(DENIED);
    expect(await codesOf(FOREIGN_ROOT)).toEqual(DENIED);
    const refused = fixture.emulator.lines.filter(
      (line) => line.includes(`arn:aws:iam::${FOREIGN}:user/bob`) && line.includes('To allow it'),
    );
    expect(refused).toHaveLength(1);
  });

  it('admits sessions of the one role that it names, by the role or by the session', async () => {
    const [sender, reader] = [await sessionKeys('deep/Sender'), await sessionKeys('Reader')];
    await setPolicy({ AWS: `arn:aws:iam::${FOREIGN}:role/deep/Sender` });
    expect(await codesOf(sender)).toEqual(TAKEN);
    expect(await codesOf(reader)).toEqual(DENIED);
    await setPolicy({ AWS: `arn:aws:sts::${FOREIGN}:assumed-role/Reader/me` });
    expect(await codesOf(sender)).toEqual(DENIED);
    expect(await codesOf(reader)).toEqual(TAKEN);
  });

  it('admits everybody in an account that it names, but for those whom a statement denies', async () => {
    const [carl, dora] = [await userKeys('carl'), await userKeys('dora')];
    const allow = { Effect: 'Allow', Principal: { AWS: FOREIGN }, Action: 'events:PutEvents', Resource: BUS };
    const deny = { ...allow, Effect: 'Deny', Principal: { AWS: `arn:aws:iam::${FOREIGN}:user/dora` } };
    await fixture.events.putPermission({ Policy: JSON.stringify({ Version: '2012-10-17', Statement: [allow, deny] }) });
    expect(await codesOf(carl)).toEqual(TAKEN);
    expect(await codesOf(FOREIGN_ROOT)).toEqual(TAKEN);
    expect(await codesOf(dora)).toEqual(DENIED);
  });

  it('decides about each event by its source and detail type', async () => {
    await setPolicy({ AWS: FOREIGN }, { Condition: { StringEquals: { 'events:source': 'shop', 'events:detail-type': 'made' } } });
    expect(await codesOf(FOREIGN_ROOT, ['shop', 'other', 'shop'])).toEqual([undefined, 'AccessDeniedException', undefined]);
  });

  it('admits a condition on the sender’s role', async () => {
    const sender = await sessionKeys('Sender');
    await setPolicy('*', { Condition: { ArnLike: { 'aws:PrincipalArn': `arn:aws:iam::${FOREIGN}:role/Send*` } } });
    expect(await codesOf(sender)).toEqual(TAKEN);
    expect(await codesOf(FOREIGN_ROOT)).toEqual(DENIED);
  });

  it('admits the role of a rule in another account', async () => {
    const url = await fixture.makeQueue('arrived');
    await fixture.makeRule('arrived', [{ Id: 'q', Arn: queueArn('arrived') }], { pattern: { account: [FOREIGN] } });
    const there = fixture.emulator.client(EventBridge, { credentials: FOREIGN_ROOT });
    await there.putRule({ Name: 'on', EventPattern: '{"source":["shop"]}' });
    const send = async (role: string): Promise<number> => {
      await there.putTargets({ Rule: 'on', Targets: [{ Id: 'b', Arn: BUS, RoleArn: `arn:aws:iam::${FOREIGN}:role/${role}` }] });
      await there.putEvents({ Entries: [{ Source: 'shop', DetailType: 'made', Detail: '{}' }] });
      await fixture.emulator.idle();
      return (await fixture.bodies(url)).length;
    };
    await setPolicy({ AWS: `arn:aws:iam::${FOREIGN}:role/bus` });
    expect(await send('other')).toBe(0);
    expect(await send('bus')).toBe(1);
  });
});
