// The emulator's explanation of an event: the rules that took it, why others did not, its deliveries; over HTTP and by the command.
import { execFile } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { commandWords } from '../../support/command.ts';
import { FIELD_CASES } from '../../support/field-cases.ts';
import { queueArn, useEvents } from '../../support/use-events.ts';

const fixture = useEvents();
const { makeQueue, makeRule, put, bodies } = fixture;

interface Explained {
  readonly publications: readonly {
    readonly tried: number;
    readonly matched: object[];
    readonly missed?: object[];
    readonly changed: boolean;
  }[];
  readonly deliveries: readonly object[];
}

const explain = async (id: string | undefined): Promise<Explained> =>
  (await (await fetch(`${fixture.emulator.url}/_emulator/events/${id}`)).json()) as Explained;

async function command(...words: string[]): Promise<{ code: number; text: string }> {
  const all = [...(await commandWords()), 'events', ...words];
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1', AWS_ENDPOINT_URL: fixture.emulator.url };
  return new Promise((resolve) =>
    execFile(process.execPath, all, { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
    ),
  );
}

describe('an event', () => {
  it('is explained by the rules that took it, the first field that did not match in others, and its deliveries', async () => {
    await makeQueue('orders');
    await makeRule('yes', [{ Id: 'q', Arn: queueArn('orders') }]);
    await makeRule('no', [{ Id: 'q', Arn: queueArn('orders') }], { pattern: { source: ['shop'], detail: { kind: ['x'] } } });
    const { Entries } = await put({ Detail: '{"kind":"y"}' });
    const { publications, deliveries } = await explain(Entries?.[0]?.EventId);
    expect(publications).toEqual([
      {
        bus: 'arn:aws:events:us-east-1:000000000000:event-bus/default',
        atMs: fixture.emulator.clock.now(),
        event: expect.stringContaining('"detail":{"kind":"y"}'),
        tried: 2,
        matched: [{ rule: 'yes', targets: [queueArn('orders')] }],
        missed: [
          {
            rule: 'no',
            reason: 'detail.kind is "y", wanted "x"',
            fields: [
              { field: 'detail.kind', wanted: '"x"', found: '"y"', matched: false, why: 'another value' },
              { field: 'source', wanted: '"shop"', found: '"shop"', matched: true },
            ],
          },
        ],
        changed: false,
      },
    ]);
    expect(deliveries).toMatchObject([{ target: queueArn('orders'), state: 'delivered' }]);
    await makeRule('later', []).catch(() => undefined);
    expect((await explain(Entries?.[0]?.EventId)).publications[0]).toMatchObject({ changed: true });
  });

  it('names the rule that came nearest first, and the rules of other buses that would have taken it', async () => {
    await fixture.events.createEventBus({ Name: 'other' });
    await makeQueue('orders');
    const targets = [{ Id: 'q', Arn: queueArn('orders') }];
    await makeRule('far', targets, { pattern: { source: ['x'], detail: { kind: ['x'] } } });
    await makeRule('near', targets, { pattern: { source: ['shop'], detail: { kind: ['Y'] } } });
    await makeRule('there', targets, { bus: 'other' });
    const { Entries } = await put({ Detail: '{"kind":"y"}' });
    const [publication] = (await explain(Entries?.[0]?.EventId)).publications;
    expect(publication?.missed).toMatchObject([
      { rule: 'near', reason: 'detail.kind is "y", wanted "Y" (upper and lower case differ)' },
      { rule: 'far' },
    ]);
    expect(publication).toMatchObject({ elsewhere: [{ bus: 'arn:aws:events:us-east-1:000000000000:event-bus/other', rule: 'there' }] });
  });

  it('tells each attempt, the next one, and where a delivery ended', async () => {
    const Arn = 'arn:aws:lambda:us-east-1:000000000000:function:none';
    await makeQueue('closed', { open: false });
    await makeQueue('lost');
    await makeRule('refused', [{ Id: 'q', Arn: queueArn('closed'), DeadLetterConfig: { Arn: queueArn('lost') } }]);
    await makeRule('missing', [{ Id: 'f', Arn }]);
    const { Entries } = await put();
    const { deliveries } = await explain(Entries?.[0]?.EventId);
    expect(deliveries).toContainEqual({
      rule: 'arn:aws:events:us-east-1:000000000000:rule/refused',
      target: queueArn('closed'),
      state: 'dead-lettered',
      attempts: [{ atMs: expect.any(Number), problem: expect.stringContaining('is not authorized to perform: sqs:SendMessage') }],
    });
    expect(deliveries).toContainEqual(expect.objectContaining({ target: Arn, state: 'lost' }));
  });

  it('that a transformer makes no JSON of is delivered nowhere, as the explanation and the log tell', async () => {
    const url = await makeQueue('orders');
    const InputTransformer = { InputTemplate: '{"all": "<all>"}', InputPathsMap: { all: '$.detail' } };
    await makeRule('yes', [{ Id: 'q', Arn: queueArn('orders'), InputTransformer }]);
    const { Entries } = await put();
    const { deliveries } = await explain(Entries?.[0]?.EventId);
    expect(deliveries).toMatchObject([
      { target: queueArn('orders'), state: 'lost', attempts: [{ problem: expect.stringContaining('makes no JSON') }] },
    ]);
    expect(fixture.emulator.lines.some((line) => line.includes('makes no JSON of it'))).toBe(true);
    expect(await bodies(url)).toEqual([]);
  });

  it('that is not kept is refused', async () => {
    const answer = await fetch(`${fixture.emulator.url}/_emulator/events/none`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'EVENT_MISSING', message: 'No event none is kept.' });
  });
});

describe('/_emulator/explain', () => {
  const ask = async (body: object): Promise<Response> =>
    fetch(`${fixture.emulator.url}/_emulator/explain`, { method: 'POST', body: JSON.stringify(body) });

  it.each(FIELD_CASES)('tells of a field: $why', async ({ pattern, event, ...row }) => {
    const answer = await ask({ pattern: JSON.stringify(pattern), event: JSON.stringify(event) });
    expect(await answer.json()).toEqual({ matched: false, fields: [JSON.parse(JSON.stringify({ ...row, matched: false }))] });
  });

  it.each([
    ['a bad pattern', '{"a":1}', '{}', 'Event pattern is not valid. Reason: "a" must be an object or an array'],
    ['what is no event', '{"a":[1]}', '[]', 'The event is not a well-formed JSON object'],
    [
      'a pattern that no rule could have',
      JSON.stringify({ a: ['x'.repeat(5000)] }),
      '{}',
      'The pattern has 5010 characters, more than 4096.',
    ],
  ])('refuses %s', async (_, pattern, event, message) => {
    const answer = await ask({ pattern, event });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'PATTERN_EXPLAIN_INVALID', message: expect.stringContaining(message) });
  });
});

describe('the command', () => {
  it('shows, explains and repeats events', async () => {
    await makeQueue('orders');
    await makeRule('yes', [{ Id: 'q', Arn: queueArn('orders') }]);
    const { Entries } = await put();
    const id = Entries?.[0]?.EventId ?? '';
    expect((await command('tail')).text).toContain(`${id} shop, made on default → yes`);
    expect((await command('explain', id)).text).toContain(`✓ yes → ${queueArn('orders')}`);
    expect((await command('replay', id)).text).toMatch(/^sent again as [0-9a-f-]{36}\n$/);
    const events = (await (await fetch(`${fixture.emulator.url}/_emulator/events`)).text()).trim().split('\n');
    expect(events).toHaveLength(2);
    expect(await command('explain', 'none')).toMatchObject({
      code: 1,
      text: expect.stringContaining('EVENT_MISSING: No event none is kept.'),
    });
  });

  it('tests a pattern without an emulator', async () => {
    const event = '{"source":"shop","detail":{"n":1}}';
    expect(await command('test', '{"source":["shop"]}', event)).toEqual({ code: 0, text: 'The event matches.\n  ✓ source: "shop"\n' });
    expect(await command('test', '{"detail":{"n":[2]}}', event)).toEqual({
      code: 1,
      text: 'The event does not match.\n  ✗ detail.n is 1, wanted 2\n',
    });
    expect((await command('test', '[]', event)).text).toContain(
      'PATTERN_TEST_INVALID: Event pattern is not valid. Reason: Filter is not an object',
    );
  });
});
