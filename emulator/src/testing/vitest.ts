// The public API for tests that run in Vitest, `cloud-emulator/vitest`: the hooks are those of the file that imports it.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type TestEmulator, type TestOptions, useEmulator as useWith } from './testing.ts';

export type { EventRecorder, RecordedEvent, TestEmulator, TestOptions } from './testing.ts';

/** Vitest gives hooks 10 seconds; a set-up that synthesises and deploys an app may take minutes on a busy machine. */
const SET_UP_MS = 300_000;

/**
 * An emulator that starts before the first test of this file, is reset before each, and stops after the last. Clients may be made at once,
 * everything else is there in hooks and tests.
 */
export const useEmulator = (options?: TestOptions): TestEmulator =>
  useWith({ beforeAll: (run) => beforeAll(run, SET_UP_MS), beforeEach, afterEach, afterAll }, options);
