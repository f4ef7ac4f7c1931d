// Addresses that commands are given.
import { expect, it } from 'vitest';
import { endpoint } from './endpoint.ts';

it('takes addresses without their last slash', () => {
  expect(endpoint('http://127.0.0.1:4566/')).toBe('http://127.0.0.1:4566');
  expect(endpoint('https://emulator.example')).toBe('https://emulator.example');
});

it.each(['--json', 'localhost:4566', 'http://', '4566'])('refuses %s by name', (given) => {
  expect(() => endpoint(given)).toThrow(`${given} is no address of an emulator.`);
});
