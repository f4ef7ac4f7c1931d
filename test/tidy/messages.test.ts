// Messages and errors: each is defined once, named by its code, and used somewhere.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allErrors, allMessages } from '../../emulator/docs/messages.ts';
import { ROOT, sources } from './sources.ts';

const [messages, errors] = [await allMessages(), await allErrors()];
const all = [...messages, ...errors];
const code = sources('emulator/src/')
  .filter((file) => !file.endsWith('/messages.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(`${ROOT}${file}`, 'utf8') }));

it('a message or error is named by its code, which no other has', () => {
  expect(all.filter(({ name, value }) => name !== value.code).map(({ name }) => `${name}: name it by its code`)).toEqual([]);
  const codes = all.map(({ value }) => value.code);
  expect(codes.filter((each, i) => codes.indexOf(each) !== i)).toEqual([]);
});

it('a message or error says in a sentence what it is about', () => {
  const wrong = all.filter(({ value }) => !/^[A-Z`].*\.$/.test(value.description));
  expect(wrong.map(({ name }) => `${name}: its description is a sentence`)).toEqual([]);
});

it('every message is written and every error thrown somewhere', () => {
  const text = code.map((file) => file.text).join('\n');
  expect(all.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(text)).map(({ name }) => `${name}: nothing uses it`)).toEqual([]);
});

it('messages and errors are defined in messages.ts, where their pages find them', () => {
  const elsewhere = code.filter(({ file, text }) => /define(Message|Error)\(\{/.test(text) && !file.startsWith('emulator/src/lib/'));
  expect(elsewhere.map(({ file }) => `${file}: move its messages to messages.ts beside it`)).toEqual([]);
});

it('log lines that people read are messages, not bare strings', () => {
  const bare = code.flatMap(({ file, text }) =>
    [...text.matchAll(/\blog(?:\.in\([^)]*\))?\.(?:info|warn|error)\(/g)].map(() => `${file}: define a message, and log.write it`),
  );
  expect(bare).toEqual([]);
});
