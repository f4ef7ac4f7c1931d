// The real Terraform with data streams and delivery streams: applied, found again as they are, changed, destroyed; what it applied also works: a change
// of the table arrives in the bucket by way of both.
import { fileURLToPath } from 'node:url';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { Firehose } from '@aws-sdk/client-firehose';
import { Kinesis } from '@aws-sdk/client-kinesis';
import { S3 } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { AT_ONCE, openProject, whyNoTerraform } from '../support/terraform.ts';
import { untilPasses } from '../support/until-passes.ts';

const PROJECT = fileURLToPath(new URL('./terraform-data-streams', import.meta.url));
const TYPES = [
  'dynamodb_kinesis_streaming_destination',
  'kinesis_firehose_delivery_stream',
  'kinesis_resource_policy',
  'kinesis_stream',
  'kinesis_stream_consumer',
];

it.skipIf(isMissing('Terraform with data streams', whyNoLongScenario() ?? whyNoTerraform()))(
  'Terraform applies every resource of data streams and delivery streams, plans no changes, changes and destroys them',
  { timeout: 900_000 },
  async () => {
    await using emulator = await startTestEmulator();
    using project = openProject(PROJECT, emulator.url);
    await project.run('init', '-no-color');
    const [kinesis, firehose, db, s3] = [
      emulator.client(Kinesis),
      emulator.client(Firehose),
      emulator.client(DynamoDB),
      emulator.client(S3),
    ];
    for (const revision of [1, 2]) {
      const variables = ['-no-color', `-var=revision=${revision}`, AT_ONCE];
      await project.run('apply', '-auto-approve', ...variables);
      expect(await project.run('plan', '-detailed-exitcode', ...variables)).toContain('No changes.');
      const { StreamDescriptionSummary: stream } = await kinesis.describeStreamSummary({ StreamName: 'orders' });
      expect(stream).toMatchObject({ OpenShardCount: revision, RetentionPeriodHours: 24 * revision, EncryptionType: 'KMS' });
      const { KinesisDataStreamDestinations } = await db.describeKinesisStreamingDestination({ TableName: 'orders' });
      expect(KinesisDataStreamDestinations).toMatchObject([
        { DestinationStatus: 'ACTIVE', ApproximateCreationDateTimePrecision: revision === 1 ? 'MILLISECOND' : 'MICROSECOND' },
      ]);
      const { DeliveryStreamDescription: delivery } = await firehose.describeDeliveryStream({ DeliveryStreamName: 'to-bucket' });
      expect(delivery!.Destinations![0]!.ExtendedS3DestinationDescription).toMatchObject({ Prefix: `revision-${revision}/` });
    }
    expect(await project.types()).toEqual(expect.arrayContaining(TYPES.map((type) => `aws_${type}`)));
    await db.putItem({ TableName: 'orders', Item: { id: { S: 'one' } } });
    const arrived = async () => (await s3.listObjectsV2({ Bucket: 'arrived', Prefix: 'changes/' })).Contents ?? [];
    await untilPasses(async () => expect(await arrived()).toHaveLength(1));
    const { Body } = await s3.getObject({ Bucket: 'arrived', Key: (await arrived())[0]!.Key! });
    expect(JSON.parse(await Body!.transformToString())).toMatchObject({ tableName: 'orders', dynamodb: { Keys: { id: { S: 'one' } } } });
    await project.run('destroy', '-auto-approve', '-no-color', '-var=revision=2', AT_ONCE);
    expect((await kinesis.listStreams({})).StreamNames).toEqual([]);
    expect((await firehose.listDeliveryStreams({})).DeliveryStreamNames).toEqual([]);
  },
);
