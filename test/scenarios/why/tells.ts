// Makes each mistake in an emulator that the file shares, and asks the console and the command `emulator why` for its cause.
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isFailure, type TraceStep } from '#core/traces/trace';
import { why as command } from '../../../emulator/src/cli/commands/why.ts';
import { type Fixture, startFixture } from '../../conformance/lambda/fixture.ts';
import { problemsOf } from '../../support/problems.ts';
import type { Mistake } from './mistake.ts';

interface CommandOutcome {
  readonly code: number;
  readonly text: string;
}

interface Known {
  readonly problems: readonly { readonly cause: string; readonly consequences: readonly { readonly code: string }[] }[];
}

/** The command in this process: a start of it for each question would take longer than everything else. */
async function why({ emulator }: Fixture, subject?: string, json = false): Promise<CommandOutcome> {
  const { exitCode } = process;
  let text = '';
  const writing = vi.spyOn(process.stdout, 'write').mockImplementation((piece) => {
    text += stripVTControlCharacters(String(piece));
    return true;
  });
  try {
    process.exitCode = 0;
    await command(subject, { endpoint: emulator.url, json });
    return { code: Number(process.exitCode), text };
  } finally {
    writing.mockRestore();
    process.exitCode = exitCode;
  }
}

const firstLines = (text: string): string => text.split('\n').slice(0, 3).join('\n');

/** Registers the tests of the mistakes. */
export function tellsOf(mistakes: readonly Mistake[]): void {
  describe('emulator why', () => {
    let shared: Fixture;
    const spent: Spent[] = [];
    beforeAll(async () => {
      shared = await startFixture({ clock: 'manual' });
    });
    afterAll(async () => {
      await shared.emulator.stop();
      if (process.env['WHY_SECONDS']) console.table(spent);
    });

    it.each(mistakes)('tells when $title', async (mistake) => {
      const fixture = mistake.start ? await startFixture({ clock: 'manual', ...mistake.start() }) : shared;
      try {
        spent.push(await expectTold(mistake, fixture));
      } finally {
        if (fixture === shared) await fixture.emulator.reset();
        else await fixture.emulator.stop();
      }
    });
  });
}

interface TracePage {
  readonly steps: readonly TraceStep[];
  readonly problems: readonly { readonly number: number }[];
}

/** Seconds on the wall: until the mistake has had its effect, and from there until `emulator why` has told its cause. */
interface Spent {
  readonly title: string;
  readonly made: number;
  readonly told: number;
}

const secondsSince = (ms: number): number => Math.round((performance.now() - ms) / 10) / 100;

async function expectTold(
  { title, make, line, cause, subjects, told = [], followed, isAsDesigned }: Mistake,
  fixture: Fixture,
): Promise<Spent> {
  const earlier = fixture.emulator.lines.length;
  const startedMs = performance.now();
  await make(fixture);
  await fixture.emulator.idle();
  const madeMs = performance.now();
  const made = secondsSince(startedMs);
  expect(fixture.emulator.lines.slice(earlier)).toContainEqual(expect.stringMatching(line));
  const newest = await why(fixture);
  const spent = { title, made, told: secondsSince(madeMs) };
  const asked = await why(fixture, undefined, true);
  const about: CommandOutcome[] = [];
  for (const subject of subjects) about.push(await why(fixture, subject));
  const code = isAsDesigned ? 0 : 1;
  expect(firstLines(newest.text)).toMatch(cause);
  for (const each of told) expect(newest.text).toMatch(each);
  for (const [n, { text }] of about.entries()) expect(firstLines(text), subjects[n]).toMatch(cause);
  expect([newest, asked, ...about].map((outcome) => outcome.code)).toEqual([code, code, ...subjects.map(() => code)]);
  const { problems } = JSON.parse(asked.text) as Known;
  expect(problems.map((problem) => problem.cause)).toEqual(isAsDesigned ? [] : [expect.stringMatching(withoutCount(cause))]);
  if (followed) expect(problems[0]!.consequences.map((each) => each.code)).toEqual(followed);
  await expectOnPages(fixture.emulator, cause, isAsDesigned);
  return spent;
}

/** Asks for the texts of the explorer's page of problems and of the request's page: the cause, and the failed step. */
async function expectOnPages(emulator: Fixture['emulator'], cause: RegExp, isAsDesigned = false): Promise<void> {
  const listed = await problemsOf(emulator);
  expect(listed.map((problem) => problem.cause)).toEqual(isAsDesigned ? [] : [expect.stringMatching(withoutCount(cause))]);
  for (const { trace, number } of listed) {
    const page = (await (await fetch(`${emulator.url}/_emulator/traces/${trace}`)).json()) as TracePage;
    expect(page.problems.map((problem) => problem.number)).toContain(number);
    expect(page.steps.filter(isFailure)).not.toEqual([]);
  }
}

/** How often it happened is no part of the cause. */
export const withoutCount = ({ source }: RegExp): RegExp => new RegExp(source.replace(/ \\\(\d+ times\\\)$/, ''));
