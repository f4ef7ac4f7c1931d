// Enrichments: functions whose answer is what the target receives.
import { expect, it } from 'vitest';
import { functionArn, queueArn, usePipes } from './use-pipes.ts';

const fixture = usePipes();

/** A pipe to a queue through a function with this body. */
async function through(code: string, more: object = {}): Promise<string> {
  const [enrichment, target] = [fixture.name('enrich'), fixture.name('target')];
  await fixture.create(enrichment, code);
  await fixture.makeQueue(target);
  await fixture.pipe(queueArn(target), { Enrichment: functionArn(enrichment), ...more });
  return target;
}

it('give the target what they return, each through its template', async () => {
  const target = await through('return event.map(({ n }) => ({ n, twice: n * 2 }));', {
    EnrichmentParameters: { InputTemplate: '{"n": <$.body.n>}' },
    TargetParameters: { InputTemplate: '{"of": "<aws.pipes.enrichment-arn>", "got": <aws.pipes.event.json>}' },
  });
  await fixture.send(fixture.source, '{"n":21}');
  const [body] = await fixture.bodies(target);
  expect(JSON.parse(body ?? '')).toEqual({ of: expect.stringContaining(':function:enrich-'), got: { n: 21, twice: 42 } });
});

it('may return text or one object', async () => {
  const target = await through(`return event[0].body === 'text' ? 'just text' : { one: 1 };`);
  await fixture.send(fixture.source, 'text');
  expect(await fixture.bodies(target)).toEqual(['"just text"']);
  await fixture.send(fixture.source, 'object');
  expect(await fixture.bodies(target)).toEqual(['{"one":1}']);
});

it.each(['[]', '{}', '""', 'null', 'undefined'])('that return %s leave the target alone, and the records are done', async (answer) => {
  const target = await through(`return ${answer};`);
  await fixture.send(fixture.source, 'a');
  expect([await fixture.bodies(target), await fixture.left(fixture.source)]).toEqual([[], [0, 0]]);
});

it('may return more than they were given, up to what the target takes', async () => {
  const target = await through(`return Array.from({ length: Number(event[0].body) }, (_, n) => ({ n }));`);
  await fixture.send(fixture.source, '10');
  expect(await fixture.bodies(target)).toHaveLength(10);
  await fixture.send(fixture.source, '11');
  expect([await fixture.bodies(target), await fixture.left(fixture.source)]).toEqual([[], [0, 1]]);
  const reason = 'the enrichment returned 11 events, and the target takes at most 10';
  expect(fixture.emulator.lines.some((line) => line.includes(reason))).toBe(true);
});

it('that fail bring the batch back', async () => {
  const target = await through(`throw new Error('no such customer');`);
  await fixture.send(fixture.source, 'a');
  expect([await fixture.bodies(target), await fixture.left(fixture.source)]).toEqual([[], [0, 1]]);
  expect(fixture.emulator.lines.some((line) => line.includes('records return') && line.includes('no such customer'))).toBe(true);
});
