// Records that a delivery stream could not process or deliver are in the ledger of problems, under the request that put them.
import { Firehose } from '@aws-sdk/client-firehose';
import { S3 } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { problemsOf, runsOf } from '../../support/problems.ts';
import { type Fixture, startFixture } from '../lambda/fixture.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await startFixture({ clock: 'manual' });
});
afterEach(() => fixture.emulator.stop());

const STREAM = 'arn:aws:firehose:us-east-1:000000000000:deliverystream/clicks';

async function stream(body: string, bucket = 'clicks'): Promise<Firehose> {
  const { emulator } = fixture;
  await fixture.create('reshape', body);
  await emulator.client(S3).createBucket({ Bucket: 'clicks' });
  const firehose = emulator.client(Firehose);
  const LambdaArn = 'arn:aws:lambda:us-east-1:000000000000:function:reshape';
  await firehose.createDeliveryStream({
    DeliveryStreamName: 'clicks',
    ExtendedS3DestinationConfiguration: {
      ...{ RoleARN: 'arn:aws:iam::000000000000:role/clicks', BucketARN: `arn:aws:s3:::${bucket}` },
      ProcessingConfiguration: {
        ...{ Enabled: true, Processors: [{ Type: 'Lambda', Parameters: [{ ParameterName: 'LambdaArn', ParameterValue: LambdaArn }] }] },
      },
    },
  });
  await emulator.idle();
  return firehose;
}

const put = async (firehose: Firehose): Promise<void> => {
  await firehose.putRecord({ DeliveryStreamName: 'clicks', Record: { Data: Buffer.from('{"id":1}') } });
  await fixture.emulator.clock.advance('15m');
  await fixture.emulator.idle();
};

it('with the failure of the function that transforms them as cause', async () => {
  await put(await stream('throw new Error("no reshaping");'));
  const problems = await problemsOf(fixture.emulator);
  for (const { cause } of problems) expect(cause).toMatch(/^reshape failed: Error: no reshaping/);
  expect(problems.flatMap(({ consequences }) => consequences)).toContainEqual(
    expect.objectContaining({ code: 'FIREHOSE_RECORDS_FAILED', resource: STREAM }),
  );
});

it('once, where the destination is not there, and not where all goes well', async () => {
  const pass = 'return { records: event.records.map(({ recordId, data }) => ({ recordId, data, result: "Ok" })) };';
  await put(await stream(pass, 'none'));
  expect((await problemsOf(fixture.emulator)).map(({ code, resource }) => [code, resource])).toEqual([['FIREHOSE_RETRIED', STREAM]]);
  const batches = (await runsOf(fixture.emulator, 'batch')).filter(({ failed }) => !failed);
  expect(batches.map(({ name, resource }) => [name, resource])).toEqual([['1 record', STREAM]]);
});
