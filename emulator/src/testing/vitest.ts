// The public API for tests that run in Vitest, `cloud-emulator/vitest`: the hooks are those of the file that imports it.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { IdentityPolicy } from '#main';
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

/**
 * `expect.extend({ toCover })`, then `expect(await emulator.policyOf('worker')).toCover()`: the role may do all that it has done, or that:
 * `.toCover({ action: 'sqs:SendMessage', resource: queueArn })`.
 */
export function toCover(
  policy: IdentityPolicy,
  access?: { readonly action: string; readonly resource: string },
): { readonly pass: boolean; readonly message: () => string } {
  const lacking = access === undefined ? policy.missing : policy.covers(access) ? [] : [access];
  const named = lacking.map(({ action, resource }) => `${action} on ${resource}`).join(', ');
  return {
    pass: lacking.length === 0,
    message: () => (lacking.length === 0 ? `${policy.identity} lacks nothing` : `${policy.identity} lacks ${named}`),
  };
}
