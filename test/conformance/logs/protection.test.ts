// Policies over log groups and accounts: sensitive data in events is masked for everybody who may not see it, filters of the account, indexed fields.
import { gunzipSync } from 'node:zlib';
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { Kinesis } from '@aws-sdk/client-kinesis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { untilPasses } from '../../support/until-passes.ts';

let emulator: TestEmulator;
let logs: CloudWatchLogs;
beforeAll(async () => {
  emulator = await startTestEmulator();
  logs = emulator.client(CloudWatchLogs);
});
afterAll(() => emulator.stop());

const arn = (name: string): string => `arn:aws:dataprotection::aws:data-identifier/${name}`;
const policy = (identifiers: readonly string[], more: object = {}): string =>
  JSON.stringify({
    ...{ Name: 'secrets', Version: '2021-06-01', ...more },
    Statement: [
      { Sid: 'audit', DataIdentifier: identifiers, Operation: { Audit: { FindingsDestination: {} } } },
      { Sid: 'mask', DataIdentifier: identifiers, Operation: { Deidentify: { MaskConfig: {} } } },
    ],
  });
async function group(logGroupName: string): Promise<string> {
  await logs.createLogGroup({ logGroupName });
  await logs.createLogStream({ logGroupName, logStreamName: 's' });
  return logGroupName;
}
const put = (logGroupName: string, ...messages: string[]) =>
  logs.putLogEvents({
    logGroupName,
    logStreamName: 's',
    logEvents: messages.map((message) => ({ timestamp: emulator.clock.now(), message })),
  });
const messages = async (logGroupName: string, unmask = false) =>
  (await logs.getLogEvents({ logGroupName, logStreamName: 's', unmask, startFromHead: true })).events?.map(({ message }) => message);

it.each<[string, string, string]>([
  ['EmailAddress', 'to ann.b+x@shop.example.com.', `to ${'*'.repeat(24)}.`],
  ['EmailAddress', 'no @ here, a@b', 'no @ here, a@b'],
  ['IpAddress', 'from 10.0.0.1:8080, 1.2.3.400 and 2001:db8::1', `from ********:8080, 1.2.3.400 and ${'*'.repeat(11)}`],
  ['CreditCardNumber', 'card: 4111 1111 1111 1111', `card: ${'*'.repeat(19)}`],
  ['CreditCardNumber', 'card: 4111 1111 1111 1112', 'card: 4111 1111 1111 1112'],
  ['CreditCardNumber', 'order 4111111111111111', 'order 4111111111111111'],
  ['CreditCardSecurityCode', 'cvv=123', 'cvv=***'],
  ['CreditCardExpiration', 'expiry 12/29', 'expiry *****'],
  ['AwsSecretKey', `aws_secret_access_key=${'a1B/'.repeat(10)}`, `aws_secret_access_key=${'*'.repeat(40)}`],
  ['OpenSshPrivateKey', 'x -----BEGIN OPENSSH PRIVATE KEY-----\nab\n-----END OPENSSH PRIVATE KEY----- y', `x ${'*'.repeat(72)} y`],
  ['PkcsPrivateKey', '-----BEGIN RSA PRIVATE KEY-----\nab', '*'.repeat(34)],
  ['DateOfBirth', 'dob 1.2.3 or 2001-02-03', 'dob 1.2.3 or **********'],
  ['Ssn-US', 'ssn 123-45-6789', 'ssn ***********'],
])('%s in %j', async (identifier, message, shown) => {
  const name = await group(`/find/${emulator.clock.now()}/${Math.random()}`);
  await logs.putDataProtectionPolicy({ logGroupIdentifier: name, policyDocument: policy([arn(identifier)]) });
  await put(name, message);
  expect(await messages(name)).toEqual([shown]);
  expect(await messages(name, true)).toEqual([message]);
});

it('masks in an event of megabytes, which is searched in pieces, whatever the pieces cut through', async () => {
  const name = await group('/shop/long');
  const policyDocument = policy([arn('EmailAddress'), arn('CreditCardSecurityCode'), 'key'], {
    Configuration: { CustomDataIdentifier: [{ Name: 'key', Regex: 'key=z+' }] },
  });
  await logs.putDataProtectionPolicy({ logGroupIdentifier: name, policyDocument });
  const lines = Array.from(
    { length: 1000 },
    (_, at) => `to ann@shop.com cvv: 777 ${'y'.repeat(at)} key=${'z'.repeat(at % 50 === 0 ? 900 : 9)} end`,
  );
  const message = lines.join('\n');
  await put(name, message);
  const [shown = ''] = (await messages(name)) ?? [];
  expect(shown).toHaveLength(message.length);
  expect(shown).not.toMatch(/ann|777|z/);
  const odd = shown.split('\n').filter((line) => !/^to \*{12} cvv: \*{3} y* \*+(?: end)?$/.test(line));
  expect(odd).toEqual([]);
  expect((await messages(name, true))?.[0]).toBe(message);
});

it('masks what arrives after the policy, wherever it is read', async () => {
  const name = await group('/shop/masked');
  await put(name, 'before ann@shop.com');
  const policyDocument = policy([arn('EmailAddress'), 'order'], {
    Configuration: { CustomDataIdentifier: [{ Name: 'order', Regex: 'ORD-[0-9]+' }] },
  });
  await logs.putDataProtectionPolicy({ logGroupIdentifier: name, policyDocument });
  expect(await logs.getDataProtectionPolicy({ logGroupIdentifier: name })).toMatchObject({ policyDocument });
  await put(name, '{"to":"ann@shop.com","id":"ORD-12"}', `${'x'.repeat(70_000)} bob@shop.com`);
  const [before, json, long] = (await messages(name)) ?? [];
  expect([before, json]).toEqual(['before ann@shop.com', '{"to":"************","id":"******"}']);
  expect(long?.slice(-14)).toBe(`x ${'*'.repeat(12)}`);
  expect((await messages(name, true))?.[2]?.slice(-13)).toBe(' bob@shop.com');
  const filtered = await logs.filterLogEvents({ logGroupName: name, filterPattern: 'bob' });
  expect(filtered.events).toEqual([]);
  expect((await logs.filterLogEvents({ logGroupName: name, filterPattern: 'ORD', unmask: true })).events).toHaveLength(1);

  const seconds = Math.floor(emulator.clock.now() / 1000);
  const { queryId } = await logs.startQuery({
    ...{ logGroupName: name, startTime: seconds - 600, endTime: seconds + 600 },
    queryString: 'fields to, unmask(to) as seen | filter ispresent(to)',
  });
  await untilPasses(async () => {
    const { results, status } = await logs.getQueryResults({ queryId });
    expect(status).toBe('Complete');
    expect(results?.[0]?.slice(0, 2)).toEqual([
      { field: 'to', value: '************' },
      { field: 'seen', value: 'ann@shop.com' },
    ]);
  });
  const cloudwatch = emulator.client(CloudWatch);
  const { MetricDataResults } = await cloudwatch.getMetricData({
    ...{ StartTime: new Date((seconds - 600) * 1000), EndTime: new Date((seconds + 600) * 1000) },
    MetricDataQueries: [
      {
        Id: 'm',
        MetricStat: {
          Metric: { Namespace: 'AWS/Logs', MetricName: 'LogEventsWithFindings', Dimensions: [{ Name: 'LogGroupName', Value: name }] },
          ...{ Stat: 'Sum', Period: 3600 },
        },
      },
    ],
  });
  expect(MetricDataResults?.[0]?.Values?.reduce((sum, value) => sum + value, 0)).toBe(2);
  await logs.deleteDataProtectionPolicy({ logGroupIdentifier: name });
  expect((await logs.getDataProtectionPolicy({ logGroupIdentifier: name })).policyDocument).toBeUndefined();
  expect((await messages(name))?.[1]).toContain('****');
});

it.each<[string, string]>([
  ['{', 'not a JSON object'],
  [policy([arn('EmailAddress')], { Version: '1' }), 'Version'],
  [policy([arn('Address')]), 'Address is not emulated'],
  [policy(['mine']), 'mine is no data identifier'],
  [policy(['x'], { Configuration: { CustomDataIdentifier: [{ Name: 'x', Regex: '(' }] } }), 'no expression'],
  [policy(['x'], { Configuration: { CustomDataIdentifier: [{ Name: 'x', Regex: '(a{1000}){1000}' }] } }), 'x is'],
  [JSON.stringify({ Name: 'n', Version: '2021-06-01', Statement: [{}] }), 'one Audit and one Deidentify'],
])('refuses a policy: %s', async (policyDocument, words) => {
  const logGroupIdentifier = '/shop/refused';
  await logs.createLogGroup({ logGroupName: logGroupIdentifier }).catch(() => undefined);
  const refused = logs.putDataProtectionPolicy({ logGroupIdentifier, policyDocument });
  await expect(refused).rejects.toMatchObject({ name: 'InvalidParameterException' });
  await expect(refused).rejects.toThrow(words);
});

it('applies a policy of the account to all its groups', async () => {
  const [name, own] = [await group('/all/one'), await group('/all/two')];
  const policyType = 'DATA_PROTECTION_POLICY';
  await logs.putAccountPolicy({ policyName: 'all', policyType, policyDocument: policy([arn('EmailAddress')]) });
  await logs.putDataProtectionPolicy({ logGroupIdentifier: own, policyDocument: policy([arn('IpAddress')]) });
  await put(name, 'ann@shop.com 10.0.0.1');
  await put(own, 'ann@shop.com 10.0.0.1');
  expect([await messages(name), await messages(own)]).toEqual([['************ 10.0.0.1'], ['************ ********']]);
  const { accountPolicies } = await logs.describeAccountPolicies({ policyType });
  expect(accountPolicies).toMatchObject([{ policyName: 'all', scope: 'ALL', accountId: '000000000000' }]);
  await expect(logs.putAccountPolicy({ policyName: 'b', policyType, policyDocument: policy([arn('IpAddress')]) })).rejects.toMatchObject({
    name: 'LimitExceededException',
  });
  await logs.deleteAccountPolicy({ policyName: 'all', policyType });
  await expect(logs.describeAccountPolicies({ policyType, policyName: 'all' })).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
  await expect(logs.deleteAccountPolicy({ policyName: 'all', policyType })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

it('sends the events of all groups but those that are left out to the stream of the account', async () => {
  const kinesis = emulator.client(Kinesis);
  await kinesis.createStream({ StreamName: 'all', ShardCount: 1 });
  const DestinationArn = 'arn:aws:kinesis:us-east-1:000000000000:stream/all';
  const RoleArn = 'arn:aws:iam::000000000000:role/logs';
  const policyType = 'SUBSCRIPTION_FILTER_POLICY';
  await untilPasses(async () => {
    await logs.putAccountPolicy({
      ...{ policyName: 'all', policyType, selectionCriteria: 'LogGroupName NOT IN ["/sent/not"]' },
      policyDocument: JSON.stringify({ DestinationArn, RoleArn, FilterPattern: 'ERROR', Distribution: 'Random' }),
    });
  });
  await put(await group('/sent/not'), 'ERROR one');
  await put(await group('/sent/yes'), 'ERROR two', 'fine');
  const shard = { StreamName: 'all', ShardId: 'shardId-000000000000', ShardIteratorType: 'TRIM_HORIZON' } as const;
  await untilPasses(async () => {
    const { ShardIterator } = await kinesis.getShardIterator(shard);
    const { Records = [] } = await kinesis.getRecords({ ShardIterator });
    const told = Records.map(({ Data }) => JSON.parse(gunzipSync(Data!).toString()) as { messageType: string; logGroup: string });
    expect(told.filter(({ messageType }) => messageType === 'DATA_MESSAGE')).toMatchObject([
      { logGroup: '/sent/yes', subscriptionFilters: ['all'], logEvents: [{ message: 'ERROR two' }] },
    ]);
  });
  await expect(
    logs.putAccountPolicy({ policyName: 'a', policyType, selectionCriteria: 'LogGroupName IN ["a"]', policyDocument: '{}' }),
  ).rejects.toThrow('NOT IN');
  await expect(logs.putAccountPolicy({ policyName: 'a', policyType: 'METRIC_EXTRACTION_POLICY', policyDocument: '{}' })).rejects.toThrow(
    'METRIC_EXTRACTION_POLICY are not emulated',
  );
});

it('tells the fields that policies index, that of a group before those of the account', async () => {
  const [name, other] = [await group('/index/own'), await group('/index/other')];
  const policyDocument = JSON.stringify({ Fields: ['requestId', 'user'] });
  expect((await logs.putIndexPolicy({ logGroupIdentifier: name, policyDocument })).indexPolicy).toMatchObject({
    policyDocument,
    source: 'LOG_GROUP',
  });
  await logs.putAccountPolicy({
    ...{ policyName: 'wide', policyType: 'FIELD_INDEX_POLICY', selectionCriteria: 'LogGroupNamePrefix IN ["/index"]' },
    policyDocument: JSON.stringify({ Fields: ['level'] }),
  });
  await emulator.idle();
  await put(name, 'one');
  const policies = async (group: string) => (await logs.describeIndexPolicies({ logGroupIdentifiers: [group] })).indexPolicies;
  expect(await policies(name)).toMatchObject([{ policyDocument, source: 'LOG_GROUP' }]);
  expect(await policies(other)).toMatchObject([{ policyName: 'wide', source: 'ACCOUNT' }]);
  const { fieldIndexes } = await logs.describeFieldIndexes({ logGroupIdentifiers: [name] });
  expect(fieldIndexes?.map(({ fieldIndexName }) => fieldIndexName)).toEqual(['requestId', 'user']);
  await logs.deleteIndexPolicy({ logGroupIdentifier: name });
  await expect(logs.deleteIndexPolicy({ logGroupIdentifier: name })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  await expect(logs.putIndexPolicy({ logGroupIdentifier: name, policyDocument: '{"Fields":[]}' })).rejects.toThrow('list of Fields');
});
