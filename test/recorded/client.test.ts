// The client of `emulator compare play` sees the same answers as the SDK: it plays every recorded case of calls alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playCase } from '#cli/compare/play-case';
import { createModels } from '#protocol/models';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import type { Step } from './case.ts';
import { recordedCases } from './cases.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
});
afterAll(() => emulator.stop());

const models = createModels();
/** SDKs make checksums and digests of keys by themselves, ask for checksums, and have names of their own; the client sends what the case says. */
const MADE_BY_SDKS = /"s3\..*(?:Checksum|SSECustomer|CopySource|Metadata)|"ValidationError"/;
const isPlayed = (step: Step): boolean => 'wait' in step || ('call' in step && !MADE_BY_SDKS.test(JSON.stringify(step)));
/** `npm test` plays one case of so many; all were played when the client was written. */
const SHARE = Number(process.env['RECORDED_SHARE'] ?? 8);

/** Services whose cases all have other steps are left out: a suite without a test fails. */
const suites = (await recordedCases())
  .map(({ service, cases }) => ({ service, played: cases.filter(({ differs, steps }) => !differs && steps.every(isPlayed)) }))
  .filter(({ played }) => played.length > 0);

let number = 0;
describe.each(suites)('$service', ({ played }) => {
  it.each(played.filter((_, at) => at % SHARE === 0).map((each) => [each.title, each, ++number] as const))(
    '%s',
    async (_, recorded, own) => {
      const pass = async (ms: number): Promise<void> => {
        await emulator.clock.advance(`${ms}ms`);
        await emulator.idle();
      };
      const account = String(200_000_000_000 + own);
      expect(
        await playCase(recorded, account, `case-${own}`, {
          url: emulator.url,
          models,
          region: 'us-east-1',
          now: () => emulator.clock.now(),
          pass,
        }),
        recorded.source,
      ).toEqual([]);
    },
  );
});
