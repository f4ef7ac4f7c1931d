// The public API for tests that run in Vitest, `cloud-emulator/vitest`: the hooks are those of the file that imports it.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type TestEmulator, type TestOptions, useEmulator as useWith } from './testing.ts';

export type { EventRecorder, RecordedEvent, TestEmulator, TestOptions } from './testing.ts';

/**
 * An emulator that starts before the first test of this file, is reset before each, and stops after the last. Clients may be made at once,
 * everything else is there in hooks and tests.
 */
export const useEmulator = (options?: TestOptions): TestEmulator => useWith({ beforeAll, beforeEach, afterAll }, options);
