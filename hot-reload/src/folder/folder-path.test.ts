import { describe, expect, it } from 'vitest';
import { folderPath, folderUrl } from './folder-path.ts';

const environment = { HOME: '/home/me', PROJECT: 'orders', EMPTY: '' };
const LINUX = { platform: 'linux', environment } as const;
const WINDOWS = { platform: 'win32', environment: { USERPROFILE: 'C:\\Users\\me' } } as const;

describe('the path of a folder', () => {
  it.each([
    ['/srv/app', '/srv/app'],
    ['/srv//app/', '/srv/app'],
    ['$HOME/app', '/home/me/app'],
    ['${HOME}/${PROJECT}-dist', '/home/me/orders-dist'],
    ['/srv/$ABSENT/app', '/srv/$ABSENT/app'],
    ['C:\\Users\\me\\app', '/mnt/c/Users/me/app'],
    ['d:/code/', '/mnt/d/code'],
    ['\\\\wsl$\\Ubuntu\\home\\me\\app', '/home/me/app'],
    ['//wsl.localhost/Ubuntu-24.04/home/me', '/home/me'],
    ['app', undefined],
    ['./app', undefined],
    ['${ABSENT}/app', undefined],
    ['$EMPTY', undefined],
    ['', undefined],
  ])('%s is %s on Linux', (written, path) => {
    expect(folderPath(written, LINUX)).toBe(path);
  });

  it.each([
    ['C:/Users/me/app', 'C:\\Users\\me\\app'],
    ['$USERPROFILE\\app\\', 'C:\\Users\\me\\app'],
    ['/mnt/c/Users/me/app', 'C:\\Users\\me\\app'],
    ['/c/Users/me', 'C:\\Users\\me'],
    ['C:\\', 'C:\\'],
    ['app', undefined],
  ])('%s is %s on Windows', (written, path) => {
    expect(folderPath(written, WINDOWS)).toBe(path);
  });

  it('is shown as a URL', () => {
    expect(folderUrl('/srv/app')).toBe('file:///srv/app');
  });
});
