import { describe, expect, it } from 'vitest';
import { privateVariables } from './gateway-access.ts';

const access = (url: string) => ({ url: () => url, names: 'n', leave: 'l' });

describe('privateVariables', () => {
  it.each([
    ['http://127.0.0.1:4566', '127.0.0.1 4566'],
    ['http://[::1]:4566', '::1 4566'],
    ['http://127.0.0.1', '127.0.0.1 80'],
  ])('%s is %s', (url, gateway) => {
    expect(privateVariables(access(url), ['/a', '/b'])).toEqual({
      _EMULATOR_GATEWAY: gateway,
      _EMULATOR_NAMES: 'n',
      _EMULATOR_LEAVE: 'l',
      _EMULATOR_PACKAGES: '/a:/b',
    });
  });

  it('tells the name that functions know it by', () => {
    const told = privateVariables({ ...access('http://127.0.0.1:4566'), host: 'Emulator.Test' }, []);
    expect(told).toMatchObject({ _EMULATOR_GATEWAY: '127.0.0.1 4566 emulator.test' });
  });

  it('tells nothing of a gateway that is not there', () => {
    expect(privateVariables(undefined, [])).toEqual({ _EMULATOR_PACKAGES: '' });
    expect(privateVariables(access(''), [])).toEqual({ _EMULATOR_PACKAGES: '' });
  });
});
