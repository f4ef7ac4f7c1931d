import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';
import { initDirectories } from './places.ts';

describe('init folders', () => {
  it('are the native one, then the established one', () =>
    expect(initDirectories(readOptions({}))).toEqual(['/etc/emulator/init', '/etc/localstack/init']));
  it('lie where they are told, and are native only when parity is off', () => {
    expect(initDirectories(readOptions({ EMULATOR_INIT_DIR: '/srv/init' }))).toEqual(['/srv/init', '/etc/localstack/init']);
    expect(initDirectories(readOptions({ EMULATOR_INIT_DIR: '/srv/init', EMULATOR_PARITY: '0' }))).toEqual(['/srv/init']);
  });
});
