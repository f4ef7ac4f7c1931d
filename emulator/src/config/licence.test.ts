import { expect, it } from 'vitest';
import { isLicensed } from './licence.ts';

it.each([
  ['off', '', true],
  ['off', 'token', true],
  ['enforced', 'token', true],
  ['enforced', '', false],
] as const)('mode %s, token "%s": %s', (EMULATOR_LICENSE_MODE, EMULATOR_AUTH_TOKEN, expected) => {
  expect(isLicensed({ EMULATOR_LICENSE_MODE, EMULATOR_AUTH_TOKEN })).toBe(expected);
});
