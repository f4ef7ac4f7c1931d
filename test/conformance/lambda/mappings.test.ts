// Event source mappings of queues as records: created, told, changed, refused and deleted.
import { describe, expect, it } from 'vitest';
import { SHOW, useMappings } from './use-mappings.ts';

const fixture = useMappings();
const { queue, map } = fixture;

describe('an event source mapping', () => {
  it('is created, told, listed, changed and deleted', async () => {
    await fixture.create('reader', SHOW);
    const { arn } = await queue('jobs');
    const created = await map('reader', arn, {
      BatchSize: 5,
      FilterCriteria: { Filters: [{ Pattern: '{"body": {"kind": ["a"]}}' }] },
      ScalingConfig: { MaximumConcurrency: 3 },
      MetricsConfig: { Metrics: ['EventCount'] },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      Tags: { team: 'blue' },
    });
    expect(created).toMatchObject({
      State: 'Creating',
      StateTransitionReason: 'USER_INITIATED',
      BatchSize: 5,
      MaximumBatchingWindowInSeconds: 0,
      EventSourceArn: arn,
      FunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:reader',
      FilterCriteria: { Filters: [{ Pattern: '{"body": {"kind": ["a"]}}' }] },
      ScalingConfig: { MaximumConcurrency: 3 },
      MetricsConfig: { Metrics: ['EventCount'] },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    expect(created.EventSourceMappingArn).toBe(`arn:aws:lambda:us-east-1:000000000000:event-source-mapping:${created.UUID}`);
    await fixture.emulator.idle();
    const { UUID } = created;
    expect(await fixture.lambda.getEventSourceMapping({ UUID })).toMatchObject({ State: 'Enabled', BatchSize: 5 });
    const lists = [{}, { EventSourceArn: arn }, { FunctionName: 'reader' }, { FunctionName: 'reader', EventSourceArn: arn }];
    for (const input of lists) {
      const { EventSourceMappings = [] } = await fixture.lambda.listEventSourceMappings(input);
      expect(EventSourceMappings.map((mapping) => mapping.UUID)).toEqual([UUID]);
    }
    const change = { UUID, BatchSize: 7, Enabled: false, FilterCriteria: {}, ScalingConfig: {}, FunctionResponseTypes: [] };
    const changed = await fixture.lambda.updateEventSourceMapping(change);
    expect(changed).toMatchObject({ State: 'Disabling', BatchSize: 7, FunctionResponseTypes: [] });
    expect(changed).not.toHaveProperty('FilterCriteria');
    expect(changed).not.toHaveProperty('ScalingConfig');
    await fixture.emulator.idle();
    expect(await fixture.lambda.getEventSourceMapping({ UUID })).toMatchObject({ State: 'Disabled' });
    expect(await fixture.lambda.deleteEventSourceMapping({ UUID })).toMatchObject({ State: 'Deleting' });
    await fixture.emulator.idle();
    await expect(fixture.lambda.getEventSourceMapping({ UUID })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it('of a queue has provisioned pollers, within limits and instead of a maximum of concurrency', async () => {
    await fixture.create('reader', SHOW);
    const { arn } = await queue('jobs');
    const pollers = { MinimumPollers: 2, MaximumPollers: 5 };
    const { UUID, ProvisionedPollerConfig } = await map('reader', arn, { ProvisionedPollerConfig: pollers });
    expect(ProvisionedPollerConfig).toEqual(pollers);
    await fixture.emulator.idle();
    const change = (input: object) => fixture.lambda.updateEventSourceMapping({ UUID, ...input });
    for (const [input, message] of [
      [{ ProvisionedPollerConfig: { MinimumPollers: 1 } }, 'MinimumPollers must be greater than or equal to 2.'],
      [
        { ProvisionedPollerConfig: { MinimumPollers: 9, MaximumPollers: 8 } },
        'MinimumPollers must be less than or equal to MaximumPollers.',
      ],
      [{ ProvisionedPollerConfig: { PollerGroupName: 'g' } }, 'Unsupported PollerGroupName parameter for given event source mapping type.'],
      [{ ScalingConfig: { MaximumConcurrency: 2 } }, 'ProvisionedPollerConfig and ScalingConfig cannot be used together.'],
    ] as const)
      await expect(change(input)).rejects.toMatchObject({ name: 'InvalidParameterValueException', message });
    expect(await change({ ProvisionedPollerConfig: {} })).not.toHaveProperty('ProvisionedPollerConfig');
  });

  it('of a FIFO queue has no batching window', async () => {
    await fixture.create('reader', SHOW);
    const { QueueUrl } = await fixture.sqs.createQueue({ QueueName: 'line.fifo', Attributes: { FifoQueue: 'true' } });
    const { Attributes } = await fixture.sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['QueueArn'] });
    await expect(map('reader', Attributes!.QueueArn!, { MaximumBatchingWindowInSeconds: 5 })).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: 'Batching window is not supported for FIFO queues',
    });
  });

  it('carries tags of its own', async () => {
    await fixture.create('reader', SHOW);
    const { EventSourceMappingArn: Resource } = await map('reader', (await queue('jobs')).arn, { Tags: { team: 'blue', a: 'b' } });
    await fixture.lambda.tagResource({ Resource, Tags: { team: 'green', c: 'd' } });
    await fixture.lambda.untagResource({ Resource, TagKeys: ['a'] });
    const { Tags } = await fixture.lambda.listTags({ Resource });
    expect(Tags).toEqual({ team: 'green', c: 'd' });
    const absent = Resource!.replace(/[^:]+$/, '00000000-0000-4000-8000-000000000000');
    await expect(fixture.lambda.listTags({ Resource: absent })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: `Event source mapping not found: ${absent}`,
    });
  });

  it('is refused where it asks for what a queue has not', async () => {
    await fixture.create('reader', SHOW);
    await fixture.create('slow', SHOW, { Timeout: 60 });
    const { arn } = await queue('jobs');
    const fifo = await queue('jobs.fifo');
    const invalid = (message: string) => ({ name: 'InvalidParameterValueException', message });
    await expect(map('reader', arn, { BatchSize: 11 })).rejects.toMatchObject(
      invalid('Maximum batch window in seconds must be greater than 0 if maximum batch size is greater than 10'),
    );
    await expect(map('reader', fifo.arn, { BatchSize: 11 })).rejects.toMatchObject({ name: 'InvalidParameterValueException' });
    await expect(map('slow', arn)).rejects.toMatchObject(
      invalid('Queue visibility timeout: 30 seconds is less than Function timeout: 60 seconds'),
    );
    await expect(map('reader', arn, { MaximumRetryAttempts: 2 })).rejects.toMatchObject(
      invalid('Unsupported MaximumRetryAttempts parameter for given event source mapping type.'),
    );
    await expect(map('reader', arn, { StartingPosition: 'LATEST' })).rejects.toMatchObject(
      invalid('StartingPosition is not valid for SQS event sources.'),
    );
    const Filters = [{ Pattern: '{"body": "a"}' }];
    await expect(map('reader', arn, { FilterCriteria: { Filters } })).rejects.toMatchObject(invalid('Invalid filter pattern definition.'));
    await expect(map('reader', `${arn}-none`)).rejects.toMatchObject({ name: 'InvalidParameterValueException' });
    await expect(map('nobody', arn)).rejects.toMatchObject({ name: 'InvalidParameterValueException', message: 'Function does not exist' });
    await expect(map('reader', 'arn:aws:mq:us-east-1:000000000000:broker:b:1', { StartingPosition: 'LATEST' })).rejects.toThrow(
      'sources of the service mq are not emulated',
    );
    const others = [
      ['mq', 'arn:aws:mq:us-east-1:000000000000:broker:b:b-00000000-0000-0000-0000-000000000000'],
      ['rds', 'arn:aws:rds:us-east-1:000000000000:cluster:documents'],
    ] as const;
    for (const [service, EventSourceArn] of others)
      await expect(map('reader', EventSourceArn)).rejects.toMatchObject({
        name: 'NotImplementedException',
        message: expect.stringContaining(`sources of the service ${service} are not emulated`),
        $metadata: { httpStatusCode: 501 },
      });
    for (const MaximumConcurrency of [1, 1001])
      await expect(map('reader', arn, { ScalingConfig: { MaximumConcurrency } })).rejects.toMatchObject({ name: 'ValidationException' });
    const { UUID } = await map('reader', arn);
    await expect(map('reader', arn)).rejects.toMatchObject({
      name: 'ResourceConflictException',
      message: `An event source mapping with SQS arn (" ${arn} ") and function (" reader ") already exists. Please update or delete the existing mapping with UUID ${UUID}`,
    });
  });
});
