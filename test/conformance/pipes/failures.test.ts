// Records that do not reach their target: they return to their queue, and its redrive policy ends the retries.
import { describe, expect, it } from 'vitest';
import { functionArn, queueArn, usePipes } from './use-pipes.ts';

const fixture = usePipes();
const BUS = 'arn:aws:events:us-east-1:000000000000:event-bus/default';
const line = (pattern: RegExp) => fixture.emulator.lines.find((text) => pattern.test(text));

/** A source queue whose messages go to another one after two attempts. */
async function redriven(): Promise<{ from: string; dead: string }> {
  const [from, dead] = [fixture.name('from'), fixture.name('dead')];
  const deadLetterTargetArn = await fixture.makeQueue(dead);
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 2 });
  await fixture.makeQueue(from, { VisibilityTimeout: '10', RedrivePolicy });
  return { from, dead };
}

describe('a function that fails', () => {
  it('gets the batch again until the redrive policy of the queue ends it, and the log says why', async () => {
    const name = fixture.name('broken');
    await fixture.create(name, `console.log('TRY'); throw new Error('no stock');`);
    const { from, dead } = await redriven();
    const { Name } = await fixture.pipe(functionArn(name), { Source: queueArn(from) });
    await fixture.send(from, 'order');
    expect(
      line(new RegExp(`pipe ${Name}: 1 of 1 records return to .*:${from} in 10 s: \\S*${name} failed: Error: no stock`)),
    ).toBeDefined();
    await fixture.advance('10s');
    await fixture.advance('10s');
    expect(await fixture.bodies(dead)).toEqual(['order']);
    expect(fixture.emulator.lines.filter((text) => text.includes(`${name}: `) && text.includes('TRY'))).toHaveLength(2);
  });

  it('may name the records that failed: the others are deleted', async () => {
    const name = fixture.name('partial');
    const failures = `event.filter(({ body }) => body === 'bad').map(({ messageId }) => ({ itemIdentifier: messageId }))`;
    await fixture.create(name, `return { batchItemFailures: ${failures} };`);
    await fixture.pipe(functionArn(name), {
      SourceParameters: { SqsQueueParameters: { BatchSize: 2, MaximumBatchingWindowInSeconds: 20 } },
    });
    await fixture.send(fixture.source, 'good', 'bad');
    expect(await fixture.left(fixture.source)).toEqual([0, 1]);
  });
});

describe('a queue that refuses some messages', () => {
  it('takes the others, and those return', async () => {
    const target = fixture.name('target');
    await fixture.makeQueue(target);
    const { Name } = await fixture.pipe(queueArn(target), { TargetParameters: { InputTemplate: '<$.body.text>' } });
    await fixture.send(fixture.source, '{"text":"fits"}', '{"text":""}');
    expect(await fixture.bodies(target)).toEqual(['fits']);
    expect(await fixture.left(fixture.source)).toEqual([0, 1]);
    expect(line(new RegExp(`pipe ${Name}: 1 of \\d records return`))).toContain('sqs: ');
  });
});

describe('a batch returns whole', () => {
  it.each([
    ['the target does not exist', queueArn('none'), {}, /sqs: .*does not exist/],
    [
      'a parameter leads nowhere',
      queueArn('any.fifo'),
      { SqsQueueParameters: { MessageGroupId: '$.body.none' } },
      /MessageGroupId is \$\.body\.none, and the event has nothing there/,
    ],
    ['the template makes no JSON', queueArn('any'), { InputTemplate: '{"a": "<$.body>"}' }, /makes something else than JSON/],
    ['a bus is given what is no object', BUS, { InputTemplate: '<$.body>' }, /events: MalformedDetail/],
  ])('where %s', async (_, Target, TargetParameters, reason) => {
    const { Name } = await fixture.pipe(Target, { TargetParameters });
    await fixture.send(fixture.source, 'say "hi"');
    expect(await fixture.left(fixture.source)).toEqual([0, 1]);
    expect(line(new RegExp(`pipe ${Name}: 1 of 1 records return`))).toMatch(reason);
  });
});
