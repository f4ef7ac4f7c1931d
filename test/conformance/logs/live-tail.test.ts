// Live tail: what comes in, as it comes in.
import { CloudWatchLogs, type StartLiveTailCommandInput } from '@aws-sdk/client-cloudwatch-logs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let logs: CloudWatchLogs;
const arnOf = (name: string) => `arn:aws:logs:us-east-1:000000000000:log-group:${name}`;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
  // The real service listens on a host of its own for streams.
  logs = emulator.client(CloudWatchLogs, { disableHostPrefix: true });
  for (const logGroupName of ['one', 'two']) {
    await logs.createLogGroup({ logGroupName });
    for (const logStreamName of ['a-1', 'b-1']) await logs.createLogStream({ logGroupName, logStreamName });
  }
});
afterAll(() => emulator.stop());

const put = (logGroupName: string, logStreamName: string, ...messages: string[]) =>
  logs.putLogEvents({ logGroupName, logStreamName, logEvents: messages.map((message) => ({ timestamp: emulator.clock.now(), message })) });

/** Tails until that many events were seen; puts them once the session has started. */
async function tail(
  input: Omit<StartLiveTailCommandInput, 'logGroupIdentifiers'>,
  groups: string[],
  count: number,
  act: () => Promise<unknown>,
) {
  const { responseStream } = await logs.startLiveTail({ logGroupIdentifiers: groups.map(arnOf), ...input });
  const seen: string[] = [];
  let sampled = false;
  let hasActed = false;
  for await (const { sessionStart, sessionUpdate } of responseStream ?? []) {
    if (sessionStart) {
      expect(sessionStart.logGroupIdentifiers).toEqual(groups.map(arnOf));
      expect(sessionStart.sessionId).toMatch(/./);
    }
    if (sessionUpdate && !hasActed) {
      hasActed = true;
      await act();
    }
    sampled ||= sessionUpdate?.sessionMetadata?.sampled ?? false;
    seen.push(...(sessionUpdate?.sessionResults ?? []).map(({ logStreamName, message }) => `${logStreamName} ${message}`));
    if (seen.length >= count) break;
  }
  return { seen, sampled };
}

describe('a live tail', () => {
  it('shows new events of its groups at once: no time passes until then', async () => {
    await put('one', 'a-1', 'before');
    const { seen } = await tail({}, ['one', 'two'], 3, async () => {
      await put('one', 'a-1', 'x');
      await put('two', 'b-1', 'y', 'z');
    });
    expect(seen).toEqual(['a-1 x', 'b-1 y', 'b-1 z']);
  });
  it('keeps to its streams and its pattern', async () => {
    const act = async () => {
      await put('one', 'a-1', 'ERROR a', 'fine');
      await put('one', 'b-1', 'ERROR b');
    };
    expect((await tail({ logStreamNames: ['b-1'] }, ['one'], 1, act)).seen).toEqual(['b-1 ERROR b']);
    expect((await tail({ logStreamNamePrefixes: ['a-'], logEventFilterPattern: 'ERROR' }, ['one'], 1, act)).seen).toEqual(['a-1 ERROR a']);
  });
  it('samples more than 500 events a second', async () => {
    const many = Array.from({ length: 800 }, (_, i) => `n${i}`);
    const { seen, sampled } = await tail({}, ['two'], 500, () => put('two', 'a-1', ...many));
    expect(seen).toHaveLength(500);
    expect(sampled).toBe(true);
  });
  it('refuses groups that are not there', async () => {
    await expect(logs.startLiveTail({ logGroupIdentifiers: [arnOf('none')] })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });
});
