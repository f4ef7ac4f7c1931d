// Recorded answers of the real services, played against the emulator. Cases that differ on purpose must go on to differ.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { recordedCases } from './cases.ts';
import { play } from './play.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
});
afterAll(() => emulator.stop());

const all = await recordedCases();
let number = 0;
describe.each(all)('$service', ({ cases }) => {
  it.each(cases.map((each) => [each.title, each, ++number] as const))('%s', async (_, recorded, own) => {
    const differing = await play(recorded, own, emulator);
    if (recorded.differs === undefined) expect(differing, recorded.source).toEqual([]);
    else expect(differing, `no longer differs: remove the reason "${recorded.differs}"`).not.toEqual([]);
  });
});
