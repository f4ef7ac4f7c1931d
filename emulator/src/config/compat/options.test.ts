import { describe, expect, it } from 'vitest';
import { optionWarnings } from '#config/option-warnings';
import { OPTIONS, settings } from '#config/options';
import { REPLACED_OPTIONS } from './options.ts';

const warnings = (environment: Record<string, string>): string[] => optionWarnings(environment, settings(environment));

describe('variables of the established emulator that set nothing here', () => {
  it.each([...REPLACED_OPTIONS.keys()])('%s is answered with what takes its place', (name) => {
    expect(warnings({ [name]: '1' })).toEqual([`${name} sets nothing here: ${REPLACED_OPTIONS.get(name)}`]);
    expect(OPTIONS).not.toHaveProperty(name);
  });

  it('are known with their prefix, and with ours', () => {
    expect(warnings({ LOCALSTACK_USE_SSL: '1' })).toEqual(['LOCALSTACK_USE_SSL sets nothing here: the one port answers TLS as well.']);
    expect(warnings({ FUNCTION_RUNTIME_EXECUTOR: 'docker' })).toEqual([
      'FUNCTION_RUNTIME_EXECUTOR sets nothing here: CONTAINER_RUNTIME chooses where functions run.',
    ]);
  });

  it('are left alone where their prefix is all that makes them known', () => {
    expect(warnings({ API_KEY: 'x', HOSTNAME: 'y' })).toEqual([]);
  });
});
