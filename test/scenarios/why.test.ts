// Mistakes say why: the console has a line for each, and `emulator why` tells its root cause first.
import { execFile } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from '../conformance/lambda/fixture.ts';
import { commandWords } from '../support/command.ts';
import { untilPasses } from '../support/until-passes.ts';
import { EXECUTION_MISTAKES } from './why/executions.ts';
import { FUNCTION_MISTAKES } from './why/functions.ts';
import { MESSAGE_MISTAKES } from './why/messages.ts';

const MISTAKES = [...FUNCTION_MISTAKES, ...MESSAGE_MISTAKES, ...EXECUTION_MISTAKES];

interface CommandOutcome {
  readonly code: number;
  readonly text: string;
}

async function why({ emulator }: Fixture, ...words: string[]): Promise<CommandOutcome> {
  const all = [...(await commandWords()), 'why', ...words];
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1', AWS_ENDPOINT_URL: emulator.url };
  return new Promise((resolve) =>
    execFile(process.execPath, all, { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
    ),
  );
}

const firstLines = (text: string): string => text.split('\n').slice(0, 3).join('\n');

describe('emulator why', () => {
  it.each(MISTAKES)('tells when $title', async ({ make, line, cause, subjects, told = [], followed }) => {
    const fixture = await startFixture({ clock: 'manual' });
    try {
      await make(fixture);
      await untilPasses(() => expect(fixture.emulator.lines).toContainEqual(expect.stringMatching(line)));
      await fixture.emulator.idle();
      const newest = await why(fixture);
      expect(firstLines(newest.text)).toMatch(cause);
      for (const each of told) expect(newest.text).toMatch(each);
      expect(newest.code).toBe(1);
      for (const subject of subjects) expect(firstLines((await why(fixture, subject)).text)).toMatch(cause);
      const { problems } = JSON.parse((await why(fixture, '--json')).text) as {
        problems: { cause: string; consequences: { code: string }[] }[];
      };
      expect(problems.map((problem) => problem.cause)).toHaveLength(1);
      expect(problems[0]!.cause).toMatch(new RegExp(cause.source.replace(/ \\\(\d+ times\\\)$/, '')));
      if (followed) expect(problems[0]!.consequences.map(({ code }) => code)).toEqual(followed);
    } finally {
      await fixture.emulator.stop();
    }
  });
});
