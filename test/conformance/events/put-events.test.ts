// PutEvents and TestEventPattern: what they answer, and what they refuse; and operations that are not emulated.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const PATTERN = '{"source": ["shop"]}';

let emulator: TestEmulator;
let events: EventBridge;
beforeEach(async () => {
  emulator = await startTestEmulator();
  events = emulator.client(EventBridge);
});
afterEach(() => emulator.stop());

describe('PutEvents', () => {
  const entry = { Source: 'shop', DetailType: 'made', Detail: '{}' };
  it.each([
    [{ Source: undefined }, 'InvalidArgument', 'Parameter Source is not valid. Reason: Source is a required argument.'],
    [{ DetailType: undefined }, 'InvalidArgument', 'Parameter DetailType is not valid. Reason: DetailType is a required argument.'],
    [{ Detail: undefined }, 'InvalidArgument', 'Parameter Detail is not valid. Reason: Detail is a required argument.'],
    [{ Detail: '[1]' }, 'MalformedDetail', 'Detail is malformed.'],
    [{ Detail: '"text"' }, 'MalformedDetail', 'Detail is malformed.'],
    [{ Detail: '{"a":1},"source":{}' }, 'MalformedDetail', 'Detail is malformed.'],
    [{ Detail: `{"a":${'['.repeat(2000)}${']'.repeat(2000)}}` }, 'MalformedDetail', 'Detail is malformed.'],
    [{ Source: 'aws.ec2' }, 'NotAuthorizedForSourceException', 'Not authorized for the source.'],
  ])('fails one entry alone: %#', async (wrong, ErrorCode, ErrorMessage) => {
    const answer = await events.putEvents({ Entries: [{ ...entry, ...wrong }, entry] });
    expect(answer.FailedEntryCount).toBe(1);
    expect(answer.Entries).toEqual([{ ErrorCode, ErrorMessage }, { EventId: expect.any(String) }]);
  });

  it('takes and drops what goes to a bus that is not there, and says so in the log', async () => {
    const answer = await events.putEvents({ Entries: [{ ...entry, EventBusName: 'gone' }] });
    expect(answer).toMatchObject({ FailedEntryCount: 0, Entries: [{ EventId: expect.any(String) }] });
    expect(emulator.lines.some((line) => line.includes('there is no event bus gone'))).toBe(true);
  });

  it('refuses too much', async () => {
    const Detail = JSON.stringify({ text: 'é'.repeat(530_000) });
    await expect(events.putEvents({ Entries: [entry, { ...entry, Detail }] })).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'Total size of the entries in the request is over the limit.',
    });
    await expect(events.putEvents({ Entries: Array.from({ length: 11 }, () => entry) })).rejects.toMatchObject({
      message: expect.stringContaining('Member must have length less than or equal to 10'),
    });
    await expect(events.putEvents({ Entries: [entry], EndpointId: 'abc.veo' })).rejects.toThrow();
  });
});

describe('TestEventPattern', () => {
  const Event = JSON.stringify({
    id: '1',
    account: '1',
    source: 'shop',
    time: 't',
    region: 'r',
    'detail-type': 'd',
    resources: [],
    detail: { n: 5 },
  });
  it('tells whether they match', async () => {
    const ask = async (EventPattern: string) => (await events.testEventPattern({ EventPattern, Event })).Result;
    expect(await ask('{"detail":{"n":[{"numeric":[">",3]}]}}')).toBe(true);
    expect(await ask('{"detail":{"n":[{"numeric":[">",7]}]}}')).toBe(false);
  });
  it('refuses in the words of the service', async () => {
    await expect(events.testEventPattern({ EventPattern: PATTERN, Event: '{}' })).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'Parameter Event is not valid.',
    });
    await expect(events.testEventPattern({ EventPattern: '[]', Event })).rejects.toMatchObject({
      name: 'InvalidEventPatternException',
      message: expect.stringContaining('Event pattern is not valid. Reason: Filter is not an object'),
    });
  });
});
