// Messages: each is defined once, named by its code, and written somewhere.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allMessages } from '../../emulator/docs/messages.ts';
import { ROOT, sources } from './sources.ts';

const messages = await allMessages();
const code = sources('emulator/src/')
  .filter((file) => !file.endsWith('/messages.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(`${ROOT}${file}`, 'utf8') }));

it('a message is named by its code, which no other message has', () => {
  expect(messages.filter(({ name, message }) => name !== message.code).map(({ name }) => `${name}: name it by its code`)).toEqual([]);
  const codes = messages.map(({ message }) => message.code);
  expect(codes.filter((each, i) => codes.indexOf(each) !== i)).toEqual([]);
});

it('a message says in a sentence when it is written', () => {
  const wrong = messages.filter(({ message }) => !/^[A-Z`].*\.$/.test(message.description));
  expect(wrong.map(({ name }) => `${name}: its description is a sentence`)).toEqual([]);
});

it('every message is written somewhere', () => {
  const all = code.map(({ text }) => text).join('\n');
  expect(messages.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(all)).map(({ name }) => `${name}: nothing writes it`)).toEqual([]);
});

it('messages are defined in messages.ts, where the page of messages finds them', () => {
  const elsewhere = code.filter(({ file, text }) => text.includes('defineMessage({') && file !== 'emulator/src/lib/message.ts');
  expect(elsewhere.map(({ file }) => `${file}: move its messages to messages.ts beside it`)).toEqual([]);
});

it('log lines that people read are messages, not bare strings', () => {
  const bare = code.flatMap(({ file, text }) =>
    [...text.matchAll(/\blog(?:\.in\([^)]*\))?\.(?:info|warn|error)\(/g)].map(() => `${file}: define a message, and log.write it`),
  );
  // The sample function of the container contract has a logger of its own.
  expect(bare.filter((line) => !line.startsWith('emulator/src/containers/contract/'))).toEqual([]);
});
