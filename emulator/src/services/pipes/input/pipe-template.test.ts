import { describe, expect, it } from 'vitest';
import { decodedBody } from './decoded-body.ts';
import { dynamicValue, ParameterError } from './dynamic.ts';
import { fillPipeTemplate, TransformationError } from './pipe-template.ts';

const FACTS = {
  pipeArn: 'arn:aws:pipes:us-east-1:000000000000:pipe/p',
  pipeName: 'p',
  sourceArn: 'arn:aws:sqs:us-east-1:000000000000:from',
  enrichmentArn: '',
  targetArn: 'arn:aws:sqs:us-east-1:000000000000:to',
  ingestionTime: '2026-01-01T00:00:00.000Z',
};
const eventOf = (body: string) => JSON.stringify({ messageId: 'm', body, attributes: { SenderId: 'me' } });
const EVENT = eventOf('{"n": 12345678901234567890, "name":"Bo", "tags":["a","b"], "items":[{"id":1},{"id":2}]}');
const fill = (template: string, event = EVENT) => fillPipeTemplate(template, event, FACTS);

describe('a body', () => {
  it.each([
    ['{"a":1}', '"body":{"a":1}'],
    [' [1, 2] ', '"body":[1, 2]'],
    ['text', '"body":"text"'],
    ['12', '"body":"12"'],
    ['"quoted"', '"body":"\\"quoted\\""'],
    ['{broken', '"body":"{broken"'],
  ])('%j is read as %s', (body, expected) => expect(decodedBody(eventOf(body))).toContain(expected));

  it('of an event that has none changes nothing', () => {
    expect(decodedBody('[1]')).toBe('[1]');
    expect(decodedBody('text')).toBe('text');
  });
});

describe('a template', () => {
  it.each([
    ['{"a": <$.body.name>, "n": <$.body.n>}', '{"a": "Bo", "n": 12345678901234567890}'],
    ['{"a": "<$.body.name>!"}', '{"a": "Bo!"}'],
    ['{"a": <$.body.tags>, "b": <$.body.tags[1]>}', '{"a": ["a","b"], "b": "b"}'],
    ['{"ids": <$.body.items[*].id>}', '{"ids": [1,2]}'],
    ['{"none": <$.body.none>}', '{"none": ""}'],
    ['{"who": "<$.attributes.SenderId>"}', '{"who": "me"}'],
    ['{"text": "a <b> c"}', '{"text": "a <b> c"}'],
    ['"Hello, <$.body.name>"', '"Hello, Bo"'],
    ['Hello, <$.body.name>: <$.body.tags>', 'Hello, Bo: ["a","b"]'],
    ['<$.body.name>', 'Bo'],
    ['<$.body.tags>', '["a","b"]'],
    ['nothing: <$.body.none>.', 'nothing: .'],
    ['$.first', '$.first'],
    ['{"p": <aws.pipes.pipe-name>, "a": "<aws.pipes.pipe-arn>"}', `{"p": "p", "a": "${FACTS.pipeArn}"}`],
    ['{"s": <aws.pipes.source-arn>, "t": <aws.pipes.target-arn>}', `{"s": "${FACTS.sourceArn}", "t": "${FACTS.targetArn}"}`],
    ['{"e": <aws.pipes.enrichment-arn>, "at": <aws.pipes.event.ingestion-time>}', `{"e": "", "at": "${FACTS.ingestionTime}"}`],
    ['{"event": <aws.pipes.event.json>}', `{"event": ${decodedBody(EVENT)}}`],
    ['{"event": <aws.pipes.event>}', `{"event": ${JSON.stringify(EVENT)}}`],
  ])('%s', (template, expected) => expect(fill(template)).toBe(expected));

  it('of a text that an enrichment returned finds no values in it', () =>
    expect(fill('{"a": <$.x>, "json": <aws.pipes.event.json>, "text": <aws.pipes.event>}', 'just text')).toBe(
      '{"a": "", "json": "", "text": "just text"}',
    ));

  it('that makes something else than JSON of the event is refused', () =>
    expect(() => fill('{"a": "<$.body>"}')).toThrow(TransformationError));
});

describe('a dynamic parameter', () => {
  it.each([
    ['$.body.name', 'Bo'],
    ['$.body.n', '12345678901234567890'],
    ['$.messageId', 'm'],
    ['static', 'static'],
    ['costs $.5', 'costs $.5'],
  ])('%s is %s', (value, expected) => expect(dynamicValue('p', value, EVENT)).toBe(expected));

  it('that leads nowhere is refused by name', () =>
    expect(() => dynamicValue('Block.Group', '$.body.none', EVENT)).toThrow(
      new ParameterError('Block.Group is $.body.none, and the event has nothing there.'),
    ));
});
