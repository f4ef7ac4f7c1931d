// Event source mappings of table streams as records: created, told, changed, refused and deleted.
import { describe, expect, it } from 'vitest';
import { tableOf } from '../../support/use-tables.ts';
import { SHOW, useStreams } from './use-streams.ts';

const fixture = useStreams();
const { table, map } = fixture;

const invalid = (message: string | RegExp) => ({
  name: 'InvalidParameterValueException',
  message: typeof message === 'string' ? message : expect.stringMatching(message),
});

describe('an event source mapping of a table stream', () => {
  it('has the defaults of streams, and is changed and deleted', async () => {
    await fixture.create('told', SHOW);
    const { arn } = await table('told');
    const created = await map('told', arn);
    // Recorded by localstack/localstack, tests/aws/services/lambda_/event_source_mapping.
    expect(created).toMatchObject({
      BatchSize: 100,
      BisectBatchOnFunctionError: false,
      DestinationConfig: { OnFailure: {} },
      EventSourceArn: arn,
      FunctionResponseTypes: [],
      LastProcessingResult: 'No records processed',
      MaximumBatchingWindowInSeconds: 0,
      MaximumRecordAgeInSeconds: -1,
      MaximumRetryAttempts: -1,
      ParallelizationFactor: 1,
      StartingPosition: 'TRIM_HORIZON',
      State: 'Creating',
      StateTransitionReason: 'User action',
      TumblingWindowInSeconds: 0,
    });
    const { UUID } = created;
    await fixture.emulator.idle();
    expect(await fixture.lambda.getEventSourceMapping({ UUID })).toMatchObject({ State: 'Enabled' });
    const Destination = 'arn:aws:sqs:us-east-1:000000000000:lost';
    const change = {
      UUID,
      BatchSize: 7,
      MaximumRetryAttempts: 3,
      MaximumRecordAgeInSeconds: 60,
      BisectBatchOnFunctionError: true,
      ParallelizationFactor: 4,
      TumblingWindowInSeconds: 30,
      DestinationConfig: { OnFailure: { Destination } },
      FunctionResponseTypes: ['ReportBatchItemFailures' as const],
    };
    expect(await fixture.lambda.updateEventSourceMapping(change)).toMatchObject({ ...change, State: 'Updating' });
    await fixture.emulator.idle();
    await fixture.put('told', 'a');
    await fixture.emulator.idle();
    expect(await fixture.lambda.getEventSourceMapping({ UUID })).toMatchObject({ State: 'Enabled', LastProcessingResult: 'OK' });
    const kept = { UUID, DestinationConfig: { OnFailure: {} } };
    expect(await fixture.lambda.updateEventSourceMapping(kept)).toMatchObject({
      MaximumRetryAttempts: 3,
      DestinationConfig: { OnFailure: {} },
    });
    await fixture.emulator.idle();
    expect(await fixture.lambda.deleteEventSourceMapping({ UUID })).toMatchObject({ State: 'Deleting' });
    await fixture.emulator.idle();
    await expect(fixture.lambda.getEventSourceMapping({ UUID })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('is refused for what is no stream, and for what a stream has not', async () => {
    await fixture.create('refused', SHOW);
    const { arn } = await table('refused');
    await fixture.db.createTable(tableOf('no-stream', ['pk:S']));
    const tableArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/no-stream';
    await expect(map('refused', tableArn)).rejects.toMatchObject(invalid('Unrecognized event source.'));
    const absent = `${tableArn}/stream/2026-01-01T00:00:00.000`;
    await expect(map('refused', absent)).rejects.toMatchObject(invalid(`Stream not found: ${absent}`));
    await expect(map('refused', arn, { StartingPosition: undefined })).rejects.toMatchObject(
      invalid("1 validation error detected: Value null at 'startingPosition' failed to satisfy constraint: Member must not be null."),
    );
    const StartingPositionTimestamp = new Date();
    await expect(map('refused', arn, { StartingPosition: 'AT_TIMESTAMP', StartingPositionTimestamp })).rejects.toMatchObject(
      invalid(`Unsupported starting position for arn type: ${arn}`),
    );
    await expect(map('refused', arn, { StartingPositionTimestamp })).rejects.toMatchObject(invalid(/AT_TIMESTAMP/));
    await expect(map('refused', arn, { ScalingConfig: { MaximumConcurrency: 2 } })).rejects.toMatchObject(
      invalid('Unsupported ScalingConfig parameter for given event source mapping type.'),
    );
    await expect(map('refused', arn, { MaximumRecordAgeInSeconds: 30 })).rejects.toMatchObject(invalid(/from 60 to 604800/));
    const to = (Destination: string) => map('refused', arn, { DestinationConfig: { OnFailure: { Destination } } });
    await expect(to('arn:aws:mq:us-east-1:000000000000:broker:lost')).rejects.toMatchObject(invalid(/queues, topics and buckets do/));
    await expect(to('arn:aws:lambda:us-east-1:000000000000:function:refused')).rejects.toMatchObject(invalid(/standard queues/));
    await expect(to('arn:aws:sqs:us-east-1:000000000000:lost.fifo')).rejects.toMatchObject(invalid(/standard queues/));
    const OnSuccess = { Destination: 'arn:aws:sqs:us-east-1:000000000000:done' };
    await expect(map('refused', arn, { DestinationConfig: { OnSuccess } })).rejects.toMatchObject(invalid(/OnSuccess/));
    for (const wrong of [{ BatchSize: 10_001 }, { ParallelizationFactor: 11 }, { TumblingWindowInSeconds: 901 }])
      await expect(map('refused', arn, wrong)).rejects.toMatchObject({ name: 'ValidationException' });
  });
});
