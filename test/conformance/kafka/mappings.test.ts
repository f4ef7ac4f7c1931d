// Functions that follow topics: what they get, where reading begins, what filters see, credentials, and what becomes of failed records.
import { Kafka as KafkaApi } from '@aws-sdk/client-kafka';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SQS } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { untilPasses } from '../../support/until-passes.ts';
import { clientOf, PROVISIONED, valuesOf } from './use-kafka.ts';
import { FAIL, SHOW, type TopicBatch, useMappings } from './use-mappings.ts';

const source = useMappings();
const { batches, valuesIn, until, topic, managed, own } = source;

const RECORD = {
  topic: 'forms',
  partition: 0,
  offset: 0,
  timestamp: 1_700_000_000_000,
  timestampType: 'CREATE_TIME',
  key: 'aw==',
  value: 'aGVsbG8=',
  headers: [{ h: [49] }],
};

test('functions get records of managed and of self-managed clusters in the form of the service', async () => {
  await topic('forms', ['hello']);
  for (const name of ['managed', 'owned']) await source.fixture.create(name, SHOW);
  const { UUID } = await managed('managed', 'forms');
  await own('owned', 'forms');
  await until(() => batches('managed').length > 0 && batches('owned').length > 0);
  const records = { 'forms-0': [RECORD] };
  expect(batches('managed')).toEqual([{ eventSource: 'aws:kafka', eventSourceArn: source.arn, bootstrapServers: source.server, records }]);
  expect(batches('owned')).toEqual([{ eventSource: 'SelfManagedKafka', bootstrapServers: source.server, records }]);
  expect(await source.fixture.lambda.getEventSourceMapping({ UUID })).toMatchObject({
    EventSourceArn: source.arn,
    Topics: ['forms'],
    BatchSize: 100,
    AmazonManagedKafkaEventSourceConfig: { ConsumerGroupId: UUID },
    StateTransitionReason: 'USER_INITIATED',
  });
});

test('a group that is named goes on where it has stopped, whatever the position says', async () => {
  await topic('resumed', ['1', '2', '3']);
  await source.fixture.create('resumes', SHOW);
  const admin = clientOf(source.server).admin();
  await admin.connect();
  await admin.setOffsets({ groupId: 'mine', topic: 'resumed', partitions: [{ partition: 0, offset: '2' }] });
  await managed('resumes', 'resumed', { AmazonManagedKafkaEventSourceConfig: { ConsumerGroupId: 'mine' } });
  await until(() => batches('resumes').length > 0);
  expect(valuesIn('resumes').flat()).toEqual(['3']);
  await admin.disconnect();
});

test('filters see keys and values decoded, and records that match none are passed over', async () => {
  await topic('filtered', ['{"a":1}', '{"a":2}', 'text']);
  await source.fixture.create('filters', SHOW);
  await managed('filters', 'filtered', { FilterCriteria: { Filters: [{ Pattern: '{"value":{"a":[2]}}' }] } });
  await until(() => batches('filters').length > 0);
  expect(valuesIn('filters').flat()).toEqual(['{"a":2}']);
});

test('a failed record is named by partition and offset, and goes to the queue for failures', async () => {
  await topic('partly', ['a', 'b', 'c']);
  const sqs = source.fixture.emulator.client(SQS);
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'lost' });
  const { Attributes } = await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['QueueArn'] });
  const items = `{ batchItemFailures: event.records['partly-0'].filter((r) => r.offset === 1).map(({ offset }) => ({ itemIdentifier: { partition: 'partly-0', offset } })) }`;
  await source.fixture.create('parts', `${SHOW} return ${items};`);
  await managed('parts', 'partly', {
    ...{ FunctionResponseTypes: ['ReportBatchItemFailures'], BisectBatchOnFunctionError: true, MaximumRetryAttempts: 0, BatchSize: 2 },
    DestinationConfig: { OnFailure: { Destination: Attributes!.QueueArn! } },
  });
  await until(() => valuesIn('parts').flat().includes('c'));
  const { Messages } = await sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: 20 });
  expect(JSON.parse(Messages![0]!.Body!)).toMatchObject({
    requestContext: { condition: 'RetryAttemptsExhausted' },
    KafkaBatchInfo: {
      batchSize: 1,
      eventSourceArn: source.arn,
      recordsInfo: { 'partly-0': { firstRecordOffset: '1', lastRecordOffset: '1' } },
    },
  });
});

test('a topic for failures gets each lost record under its key', async () => {
  await topic('failing', ['a', 'b']);
  await topic('failures');
  await source.fixture.create('fails', FAIL);
  await managed('fails', 'failing', { MaximumRetryAttempts: 0, DestinationConfig: { OnFailure: { Destination: 'kafka://failures' } } });
  const consumer = clientOf(source.server).consumer({ groupId: 'failures' });
  const told = (await valuesOf(consumer, 'failures', 2)).map((text) => JSON.parse(text) as { payload: TopicBatch });
  expect(told.flatMap(({ payload }) => payload.records['failing-0']!.map(({ offset }) => offset)).sort()).toEqual([0, 1]);
  await consumer.disconnect();
  await expect(managed('filters', 'failing', { DestinationConfig: { OnFailure: { Destination: 'kafka://failing' } } })).rejects.toThrow(
    'the source itself',
  );
});

test('names and passwords come from a secret, and a wrong one is shown as the problem', async () => {
  const api = source.fixture.emulator.client(KafkaApi);
  const secrets = source.fixture.emulator.client(SecretsManager);
  const secret = async (Name: string, password: string) =>
    (await secrets.createSecret({ Name, SecretString: JSON.stringify({ username: 'ann', password }) })).ARN!;
  const [right, wrong] = [await secret('AmazonMSK_right', 'yes'), await secret('wrong', 'no')];
  const ClientAuthentication = { Sasl: { Scram: { Enabled: true } } };
  const { ClusterArn } = await api.createCluster({ ClusterName: 'closed', ...PROVISIONED, ClientAuthentication });
  await api.batchAssociateScramSecret({ ClusterArn, SecretArnList: [right] });
  const { BootstrapBrokerStringSaslScram: closed } = await api.getBootstrapBrokers({ ClusterArn });
  const sasl = { mechanism: 'scram-sha-512', username: 'ann', password: 'yes' } as const;
  const stranger = clientOf(closed!, { sasl: { ...sasl, password: 'no' }, retry: { retries: 0 } }).admin();
  await expect(stranger.connect().then(() => stranger.listTopics())).rejects.toThrow('invalid credentials');
  await stranger.disconnect();
  const admin = clientOf(closed!, { sasl }).admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: 'secrets' }] });
  await admin.disconnect();
  const producer = clientOf(closed!, { sasl }).producer();
  await producer.connect();
  await producer.send({ topic: 'secrets', messages: [{ value: 'told' }] });
  await producer.disconnect();
  for (const name of ['knows', 'guesses']) await source.fixture.create(name, SHOW);
  const SelfManagedEventSource = { Endpoints: { KAFKA_BOOTSTRAP_SERVERS: [closed!] } };
  const access = (URI: string) => ({ SelfManagedEventSource, SourceAccessConfigurations: [{ Type: 'SASL_SCRAM_512_AUTH' as const, URI }] });
  await own('knows', 'secrets', access(right));
  const { UUID } = await own('guesses', 'secrets', access(wrong));
  await until(() => batches('knows').length > 0);
  expect(valuesIn('knows').flat()).toEqual(['told']);
  // The mapping looks at its reader in a turn of its own.
  const result = async () => (await source.fixture.lambda.getEventSourceMapping({ UUID })).LastProcessingResult;
  await untilPasses(async () => expect(await result()).toBe('PROBLEM: SASL authentication failed.'));
});

test('members that do not apply to topics are refused by name', async () => {
  await source.fixture.create('refused', SHOW);
  await expect(managed('refused', 'forms', { ParallelizationFactor: 2 })).rejects.toThrow('Unsupported ParallelizationFactor parameter');
  await expect(managed('refused', 'forms', { TumblingWindowInSeconds: 2 })).rejects.toThrow(
    'Unsupported TumblingWindowInSeconds parameter',
  );
  await expect(managed('refused', 'forms', { StartingPosition: undefined })).rejects.toThrow('startingPosition');
  await expect(managed('refused', 'forms', { Topics: undefined })).rejects.toThrow('Topics must be specified');
  await expect(own('refused', 'forms', { AmazonManagedKafkaEventSourceConfig: { ConsumerGroupId: 'a' } })).rejects.toThrow(
    'Unsupported AmazonManagedKafka',
  );
});
