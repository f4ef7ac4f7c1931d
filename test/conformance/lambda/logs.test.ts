// The output of functions in log groups: in order, in the format and from the level that their settings name.
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedGate } from '../../support/gate.ts';
import { creation, type Fixture, startFixture, zipOf } from './fixture.ts';

describe('the log of a function', () => {
  let fixture: Fixture;
  let logs: CloudWatchLogs;
  beforeAll(async () => {
    fixture = await startFixture();
    logs = fixture.emulator.client(CloudWatchLogs);
  });
  afterAll(() => fixture.emulator.stop());
  const invoke = async (FunctionName: string) => {
    const answer = await fixture.lambda.invoke({ FunctionName });
    await fixture.emulator.idle();
    return answer;
  };
  const messages = async (logGroupName: string) =>
    ((await logs.filterLogEvents({ logGroupName })).events ?? []).map(({ message }) => message!);

  it('has a group and a stream, with START, END and REPORT', async () => {
    await fixture.create('talker', 'for (let n = 0; n < 50; n++) console.log("line", n);');
    const { $metadata } = await invoke('talker');
    await invoke('talker');
    const { logStreams } = await logs.describeLogStreams({ logGroupName: '/aws/lambda/talker' });
    expect(logStreams).toHaveLength(1);
    const logStreamName = logStreams![0]!.logStreamName!;
    expect(logStreamName).toMatch(/^\d{4}\/\d\d\/\d\d\/\[\$LATEST\][0-9a-f]{32}$/);
    const { events } = await logs.getLogEvents({ logGroupName: '/aws/lambda/talker', logStreamName, startFromHead: true });
    const lines = events!.map(({ message }) => message!);
    const start = lines.indexOf(`START RequestId: ${$metadata.requestId} Version: $LATEST\n`);
    expect(start).toBeGreaterThanOrEqual(0);
    expect(lines.slice(start + 1, start + 51).map((line) => line.split('\t')[3])).toEqual(
      Array.from({ length: 50 }, (_, n) => `line ${n}\n`),
    );
    expect(lines[start + 51]).toBe(`END RequestId: ${$metadata.requestId}\n`);
    expect(lines[start + 52]).toMatch(
      /^REPORT RequestId: .*\tDuration: .* ms\tBilled Duration: \d+ ms\tMemory Size: 128 MB\tMax Memory Used: \d+ MB/,
    );
    expect(fixture.emulator.lines.filter((line) => line.includes('talker: ') && line.includes('line 7')).length).toBeGreaterThan(0);
  });

  it('has no event of the emulator’s: the console says once for each function that it runs on another architecture', async () => {
    const Architectures = [process.arch === 'arm64' ? ('x86_64' as const) : ('arm64' as const)];
    for (const name of ['foreign', 'stranger']) {
      await fixture.lambda.createFunction(creation(name, zipOf({ 'index.js': 'exports.handler = async () => 1;' }), { Architectures }));
      expect((await fixture.settled(name)).StateReason).toContain(`The function asks for ${Architectures[0]}`);
      await invoke(name);
      expect((await messages(`/aws/lambda/${name}`))[0]).toMatch(/^(INIT_)?START /);
    }
    expect(fixture.emulator.lines.filter((line) => line.includes(`${Architectures[0]} is asked for`))).toHaveLength(2);
  });

  it('tells why code could not be loaded', async () => {
    const command = creation('unloadable', zipOf({ 'index.js': 'exports.handler = ;' }));
    await fixture.lambda.createFunction(command);
    await fixture.settled('unloadable');
    expect(await invoke('unloadable')).toMatchObject({ FunctionError: 'Unhandled' });
    expect((await messages('/aws/lambda/unloadable')).join('')).toMatch(/Runtime\.UserCodeSyntaxError/);
  });

  it('goes to the group, in the format and from the level that are asked for', async () => {
    const LoggingConfig = {
      LogFormat: 'JSON' as const,
      LogGroup: 'shared/group',
      ApplicationLogLevel: 'WARN' as const,
      SystemLogLevel: 'INFO' as const,
    };
    await fixture.create('json', 'console.log("quiet"); console.error("loud");', { LoggingConfig });
    await invoke('json');
    const lines = (await messages('shared/group')).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(expect.objectContaining({ level: 'ERROR', message: 'loud' }));
    expect(lines.some(({ message }) => message === 'quiet')).toBe(false);
    expect(lines.map(({ type }) => type)).toEqual(expect.arrayContaining(['platform.start', 'platform.report']));
    const { logStreams } = await logs.describeLogStreams({ logGroupName: 'shared/group' });
    expect(logStreams![0]!.logStreamName).toMatch(/\/json\[\$LATEST\][0-9a-f]{32}$/);
  });

  it('grows while a function runs', async () => {
    await using gate = await closedGate();
    await fixture.create(
      'slow',
      `for (let n = 0; n < 20; n++) { console.log("line", n); await new Promise((r) => setTimeout(r, 60)); if (n > 9) { ${gate.wait} } }`,
    );
    const running = fixture.lambda.invoke({ FunctionName: 'slow', LogType: 'Tail' });
    await expect.poll(() => messages('/aws/lambda/slow').catch(() => [])).not.toEqual([]);
    gate.open();
    const { LogResult } = await running;
    expect(Buffer.from(LogResult!, 'base64').toString()).toMatch(/START[\s\S]*line 0\n[\s\S]*line 19\n[\s\S]*REPORT/);
    await fixture.emulator.idle();
    const lines = (await messages('/aws/lambda/slow'))
      .filter((line) => line.includes('line'))
      .map((line) => line.trim().split('\t').at(-1));
    expect(lines).toEqual(Array.from({ length: 20 }, (_, n) => `line ${n}`));
  });

  it('of Python is there too', async () => {
    const command = creation(
      'snake',
      zipOf({ 'app.py': 'def handler(event, context):\n    print("ssss", event["n"])\n    return event["n"] + 1\n' }),
      {
        Runtime: 'python3.12',
        Handler: 'app.handler',
      },
    );
    await fixture.lambda.createFunction(command);
    await fixture.settled('snake');
    const { Payload } = await fixture.lambda.invoke({ FunctionName: 'snake', Payload: Buffer.from('{"n":41}') });
    expect(Buffer.from(Payload!).toString()).toBe('42');
    await fixture.emulator.idle();
    expect(await messages('/aws/lambda/snake')).toContain('ssss 41\n');
  });
});
