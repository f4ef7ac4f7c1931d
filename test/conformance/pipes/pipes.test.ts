// Pipes as records: their states, what an update leaves, what is refused and in which words.
import { describe, expect, it } from 'vitest';
import { functionArn, pipeArn, queueArn, ROLE, trust, usePipes } from './use-pipes.ts';

const fixture = usePipes();
const target = () => fixture.makeQueue(fixture.name('target'));

describe('a pipe', () => {
  it('is created, told, listed and deleted', async () => {
    const Target = await target();
    const Name = fixture.name('pipe');
    const request = { Name, RoleArn: ROLE, Source: queueArn(fixture.source), Target, Description: 'd', Tags: { team: 'blue' } };
    const created = await fixture.pipes.createPipe(request);
    expect(created).toMatchObject({ Arn: pipeArn(Name), Name, DesiredState: 'RUNNING', CurrentState: 'CREATING' });
    await fixture.emulator.idle();
    const { $metadata: _, ...told } = await fixture.pipes.describePipe({ Name });
    expect(told).toEqual({
      Arn: pipeArn(Name),
      Name,
      Description: 'd',
      DesiredState: 'RUNNING',
      CurrentState: 'RUNNING',
      Source: queueArn(fixture.source),
      SourceParameters: { SqsQueueParameters: { BatchSize: 10, MaximumBatchingWindowInSeconds: 0 } },
      Target,
      RoleArn: ROLE,
      Tags: { team: 'blue' },
      CreationTime: new Date('2026-01-01T00:00:00Z'),
      LastModifiedTime: new Date('2026-01-01T00:00:00Z'),
    });
    const { Pipes = [] } = await fixture.pipes.listPipes({ SourcePrefix: queueArn(fixture.source) });
    expect(Pipes).toEqual([expect.objectContaining({ Name, Source: queueArn(fixture.source), Target, CurrentState: 'RUNNING' })]);
    expect(await fixture.pipes.deletePipe({ Name })).toMatchObject({ DesiredState: 'DELETED', CurrentState: 'DELETING' });
    await fixture.emulator.idle();
    await expect(fixture.pipes.describePipe({ Name })).rejects.toMatchObject({
      name: 'NotFoundException',
      message: `Pipe ${Name} does not exist.`,
    });
  });

  it('is stopped and started, and hands nothing over in between', async () => {
    const Target = await target();
    const name = Target.split(':').at(-1)!;
    const { Name } = await fixture.pipe(Target, { TargetParameters: { InputTemplate: '<$.body>' } });
    expect(await fixture.pipes.stopPipe({ Name })).toMatchObject({ DesiredState: 'STOPPED', CurrentState: 'STOPPING' });
    await fixture.emulator.idle();
    expect(await fixture.pipes.describePipe({ Name })).toMatchObject({ DesiredState: 'STOPPED', CurrentState: 'STOPPED' });
    await fixture.send(fixture.source, 'a');
    expect(await fixture.bodies(name)).toEqual([]);
    expect(await fixture.pipes.stopPipe({ Name })).toMatchObject({ CurrentState: 'STOPPED' });
    expect(await fixture.pipes.startPipe({ Name })).toMatchObject({ DesiredState: 'RUNNING', CurrentState: 'STARTING' });
    await fixture.emulator.idle();
    expect(await fixture.bodies(name)).toEqual(['a']);
    expect(await fixture.pipes.startPipe({ Name })).toMatchObject({ CurrentState: 'RUNNING' });
  });

  it('may be created stopped', async () => {
    expect(await fixture.pipe(await target(), { DesiredState: 'STOPPED' })).toMatchObject({ CurrentState: 'STOPPED' });
  });

  it('gives back the records of a batch that waits for its window when it is stopped', async () => {
    const SourceParameters = { SqsQueueParameters: { MaximumBatchingWindowInSeconds: 60 } };
    const { Name } = await fixture.pipe(await target(), { SourceParameters });
    await fixture.send(fixture.source, 'a');
    expect(await fixture.left(fixture.source)).toEqual([0, 1]);
    await fixture.pipes.stopPipe({ Name });
    await fixture.emulator.idle();
    expect(await fixture.left(fixture.source)).toEqual([1, 0]);
  });

  it('keeps what an update does not give, and replaces whole blocks', async () => {
    const more = {
      Description: 'd',
      SourceParameters: {
        FilterCriteria: { Filters: [{ Pattern: '{"body":["a"]}' }] },
        SqsQueueParameters: { BatchSize: 5, MaximumBatchingWindowInSeconds: 2 },
      },
      TargetParameters: { InputTemplate: '<$.body>', SqsQueueParameters: { MessageGroupId: 'g' } },
    };
    const { Name } = await fixture.pipe(await target(), more);
    const update = async (input: object) => {
      expect(await fixture.pipes.updatePipe({ Name, RoleArn: ROLE, ...input })).toMatchObject({ CurrentState: 'UPDATING' });
      await fixture.emulator.idle();
      return fixture.pipes.describePipe({ Name });
    };
    expect(await update({ Description: 'e' })).toMatchObject({ ...more, Description: 'e', CurrentState: 'RUNNING' });
    expect(await update({ SourceParameters: { SqsQueueParameters: { BatchSize: 3 } } })).toMatchObject({
      SourceParameters: {
        FilterCriteria: { Filters: [{ Pattern: '{"body":["a"]}' }] },
        SqsQueueParameters: { BatchSize: 3, MaximumBatchingWindowInSeconds: 0 },
      },
    });
    const cleared = await update({
      Description: '',
      SourceParameters: { FilterCriteria: {} },
      TargetParameters: { InputTemplate: '', SqsQueueParameters: {} },
    });
    expect(cleared.Description).toBeUndefined();
    expect(cleared.SourceParameters).not.toHaveProperty('FilterCriteria');
    expect(cleared.TargetParameters).toBeUndefined();
    expect(await update({ DesiredState: 'STOPPED' })).toMatchObject({ CurrentState: 'STOPPED', DesiredState: 'STOPPED' });
    expect(await update({ Description: 'f' })).toMatchObject({ CurrentState: 'STOPPED' });
  });

  it('loses the parameters of its target with the target', async () => {
    const { Name } = await fixture.pipe(await target(), { TargetParameters: { SqsQueueParameters: { MessageGroupId: 'g' } } });
    const Target = 'arn:aws:events:us-east-1:000000000000:event-bus/default';
    await fixture.pipes.updatePipe({ Name, RoleArn: ROLE, Target });
    await fixture.emulator.idle();
    const told = await fixture.pipes.describePipe({ Name });
    expect([told.Target, told.TargetParameters]).toEqual([Target, undefined]);
  });

  it('has tags', async () => {
    const { Arn: resourceArn } = await fixture.pipe(await target(), { Tags: { a: '1' } });
    await fixture.pipes.tagResource({ resourceArn, tags: { b: '2', a: '3' } });
    await fixture.pipes.untagResource({ resourceArn, tagKeys: ['b'] });
    expect((await fixture.pipes.listTagsForResource({ resourceArn })).tags).toEqual({ a: '3' });
    const tags = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`t${i}`, '']));
    await expect(fixture.pipes.tagResource({ resourceArn, tags })).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(fixture.pipes.listTagsForResource({ resourceArn: pipeArn('none') })).rejects.toMatchObject({ name: 'NotFoundException' });
  });

  it('is listed page by page', async () => {
    const names = [];
    for (const letter of ['b', 'a', 'c']) names.push((await fixture.pipe(await target(), { Name: `page-${letter}` })).Name);
    const first = await fixture.pipes.listPipes({ NamePrefix: 'page-', Limit: 2 });
    expect(first.Pipes?.map(({ Name }) => Name)).toEqual(['page-a', 'page-b']);
    const second = await fixture.pipes.listPipes({ NamePrefix: 'page-', Limit: 2, NextToken: first.NextToken });
    expect(second.Pipes?.map(({ Name }) => Name)).toEqual(['page-c']);
    expect(second.NextToken).toBeUndefined();
    await fixture.pipes.stopPipe({ Name: 'page-a' });
    await fixture.emulator.idle();
    const stopped = await fixture.pipes.listPipes({ NamePrefix: 'page-', CurrentState: 'STOPPED', DesiredState: 'STOPPED' });
    expect(stopped.Pipes?.map(({ Name }) => Name)).toEqual(['page-a']);
    await expect(fixture.pipes.listPipes({ NextToken: 'x' })).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it('exists once, and is left alone while it is on its way', async () => {
    const Target = await target();
    const Name = fixture.name('pipe');
    const create = () => fixture.pipes.createPipe({ Name, RoleArn: ROLE, Source: queueArn(fixture.source), Target });
    await create();
    await expect(create()).rejects.toMatchObject({ name: 'ConflictException', message: `Pipe ${Name} already exists.` });
  });
});

describe('a pipe fails with a reason', () => {
  const failed = (reason: unknown) => ({ CurrentState: 'CREATE_FAILED', DesiredState: 'RUNNING', StateReason: reason });

  it.each([
    ['trusts another service', trust('lambda.amazonaws.com')],
    ['trusts another pipe', trust('pipes.amazonaws.com', { ArnLike: { 'aws:SourceArn': pipeArn('other') } })],
  ])('where its role %s', async (_, AssumeRolePolicyDocument) => {
    const { Role } = await fixture.iam.createRole({ RoleName: fixture.name('role'), AssumeRolePolicyDocument });
    const pipe = await fixture.pipe(await target(), { RoleArn: Role!.Arn! });
    expect(pipe).toMatchObject(failed(expect.stringContaining("cannot be assumed by principal 'pipes.amazonaws.com'")));
    expect(fixture.emulator.lines.some((line) => line.includes(`pipe ${pipe.Name} is CREATE_FAILED`))).toBe(true);
  });

  it('where its queue does not exist, and runs once that is there and it is started', async () => {
    const Source = queueArn(fixture.name('later'));
    const Target = await target();
    const { Name, ...pipe } = await fixture.pipe(Target, { Source, TargetParameters: { InputTemplate: '<$.body>' } });
    expect(pipe).toMatchObject(failed(expect.stringContaining('NonExistentQueue')));
    await fixture.pipes.startPipe({ Name });
    await fixture.emulator.idle();
    expect(await fixture.pipes.describePipe({ Name })).toMatchObject({ CurrentState: 'START_FAILED' });
    const queue = Source.split(':').at(-1)!;
    await fixture.makeQueue(queue);
    await fixture.pipes.startPipe({ Name });
    await fixture.send(queue, 'a');
    expect(await fixture.pipes.describePipe({ Name })).toMatchObject({ CurrentState: 'RUNNING', DesiredState: 'RUNNING' });
    expect(await fixture.bodies(Target.split(':').at(-1)!)).toEqual(['a']);
  });
});

describe('is refused', () => {
  const field = (Name: string, Message: unknown) => ({ ValidationErrorFields: [{ Name, Message }] });
  const queue = queueArn('any');
  const refusal = async (Target: string, more: object) => {
    const error = await fixture.pipe(Target, more).then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    expect(error?.name).toBe('ValidationException');
    return error?.message ?? '';
  };

  it.each([
    ['a message broker as source', queue, { Source: 'arn:aws:mq:us-east-1:000000000000:broker:s' }, 'cannot be the source of a pipe here'],
    ['a job queue as target', 'arn:aws:batch:us-east-1:000000000000:job-queue/q', {}, 'cannot be the target of a pipe here'],
    ['a topic as enrichment', queue, { Enrichment: 'arn:aws:sns:us-east-1:000000000000:t' }, 'cannot be the enrichment of a pipe here'],
  ])('%s, with a sentence', async (_, Target, more, sentence) => {
    expect(await refusal(Target, more)).toContain(sentence);
  });

  it.each([
    ['a target in another region', 'arn:aws:sqs:eu-west-1:000000000000:any', {}, 'Target'],
    ['a source of another account', queue, { Source: 'arn:aws:sqs:us-east-1:111111111111:any' }, 'Source'],
    [
      'parameters of another source',
      queue,
      { SourceParameters: { KinesisStreamParameters: { StartingPosition: 'LATEST' } } },
      'SourceParameters.KinesisStreamParameters',
    ],
    [
      'parameters of another target',
      queue,
      { TargetParameters: { LambdaFunctionParameters: { InvocationType: 'FIRE_AND_FORGET' } } },
      'TargetParameters.LambdaFunctionParameters',
    ],
    [
      'a large batch without a window',
      functionArn('f'),
      { SourceParameters: { SqsQueueParameters: { BatchSize: 11 } } },
      'SourceParameters.SqsQueueParameters.BatchSize',
    ],
    [
      'a batch that the target does not take',
      queue,
      { SourceParameters: { SqsQueueParameters: { BatchSize: 11, MaximumBatchingWindowInSeconds: 1 } } },
      'SourceParameters.SqsQueueParameters.BatchSize',
    ],
    [
      'a pattern that is none',
      queue,
      { SourceParameters: { FilterCriteria: { Filters: [{ Pattern: '{"body":"a"}' }] } } },
      'SourceParameters.FilterCriteria.Filters',
    ],
    [
      'an operator that pipes lack',
      queue,
      { SourceParameters: { FilterCriteria: { Filters: [{ Pattern: '{"body":[{"wildcard":"a*"}]}' }] } } },
      'SourceParameters.FilterCriteria.Filters',
    ],
    [
      'a log in a form that is not JSON',
      queue,
      { LogConfiguration: { Level: 'INFO', S3LogDestination: { BucketName: 'bucket', BucketOwner: '000000000000', OutputFormat: 'w3c' } } },
      'LogConfiguration.S3LogDestination.OutputFormat',
    ],
    ['a FIFO queue without a group', queueArn('any.fifo'), {}, 'TargetParameters.SqsQueueParameters.MessageGroupId'],
    [
      'parameters of an API for a function',
      queue,
      { Enrichment: functionArn('f'), EnrichmentParameters: { HttpParameters: { HeaderParameters: { a: 'b' } } } },
      'EnrichmentParameters.HttpParameters',
    ],
  ])('%s, by its field', async (_, Target, more, name) => {
    expect(JSON.parse(await refusal(Target, more))).toEqual(field(name, expect.any(String)));
  });

  it('a batch for an API destination, which takes single events', async () => {
    const api = 'arn:aws:events:us-east-1:000000000000:api-destination/d/11111111-1111-4111-8111-111111111111';
    const SourceParameters = { SqsQueueParameters: { BatchSize: 2 } };
    expect(JSON.parse(await refusal(api, { SourceParameters }))).toEqual(
      field('SourceParameters.SqsQueueParameters.BatchSize', expect.any(String)),
    );
    const { SourceParameters: given } = await fixture.pipe(queue, { Enrichment: api });
    expect(given).toEqual({ SqsQueueParameters: { BatchSize: 1, MaximumBatchingWindowInSeconds: 0 } });
  });

  it('more than five filters', async () => {
    const Filters = Array.from({ length: 6 }, () => ({ Pattern: '{"body":["a"]}' }));
    expect(await refusal(queue, { SourceParameters: { FilterCriteria: { Filters } } })).toContain('less than or equal to 5');
  });
});
