import { expect, it } from 'vitest';
import { addonFile, loadAddon } from './native-addon.ts';

const FILES = ['README.md', 'index.js', 'node.abi115.glibc.node', 'node.abi127.glibc.node', 'node.napi.glibc.node', 'node.napi.musl.node'];
const LINUX = { platform: 'linux', arch: 'x64', abi: '115', isMusl: false } as const;

it('takes the file of this version of Node, else the one of every version', () => {
  expect(addonFile(FILES, LINUX)).toBe('node.abi115.glibc.node');
  expect(addonFile(FILES, { ...LINUX, abi: '137' })).toBe('node.napi.glibc.node');
});

it('takes a file for the C library that is here', () => {
  expect(addonFile(FILES, { ...LINUX, isMusl: true })).toBe('node.napi.musl.node');
  expect(addonFile(['node.napi.glibc.node'], { ...LINUX, isMusl: true })).toBeUndefined();
});

it('takes files without a name of a C library, as those of macOS and Windows are called', () => {
  expect(addonFile(['node.abi115.node', 'node.napi.node'], { platform: 'darwin', arch: 'arm64', abi: '127', isMusl: false })).toBe(
    'node.napi.node',
  );
});

it('loads the compiled parts of both packages on this machine', () => {
  expect(loadAddon('@lmdb/lmdb')).toHaveProperty('Env');
  expect(loadAddon('@msgpackr-extract/msgpackr-extract')).toHaveProperty('extractStrings');
});
