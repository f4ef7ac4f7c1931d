// Messages and errors: each is defined once, named by its code, and used somewhere.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allErrors, allMessages } from '../../emulator/docs/messages.ts';
import { ROOT, sources } from './sources.ts';

interface Defined {
  readonly name: string;
  readonly value: { readonly code: string; readonly description: string };
}
interface CodeFile {
  readonly file: string;
  readonly text: string;
}

const [messages, errors] = [await allMessages(), await allErrors()];
const all: readonly Defined[] = [...messages, ...errors];
const code: readonly CodeFile[] = sources('emulator/src/')
  .filter((file) => !file.endsWith('/messages.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(`${ROOT}${file}`, 'utf8') }));

const misnamed = (defined: readonly Defined[]): string[] =>
  defined.filter(({ name, value }) => name !== value.code).map(({ name }) => `${name}: name it by its code`);

function repeated(defined: readonly Defined[]): string[] {
  const codes = defined.map(({ value }) => value.code);
  return codes.filter((each, i) => codes.indexOf(each) !== i).map((each) => `${each}: another one has this code`);
}

const notSentences = (defined: readonly Defined[]): string[] =>
  defined.filter(({ value }) => !/^[A-Z`].*\.$/.test(value.description)).map(({ name }) => `${name}: its description is a sentence`);

function unused(defined: readonly Defined[], files: readonly CodeFile[]): string[] {
  const text = files.map((file) => file.text).join('\n');
  return defined.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(text)).map(({ name }) => `${name}: nothing uses it`);
}

const definedElsewhere = (files: readonly CodeFile[]): string[] =>
  files
    .filter(({ file, text }) => /define(Message|Error)\(\{/.test(text) && !file.startsWith('emulator/src/lib/'))
    .map(({ file }) => `${file}: move its messages to messages.ts beside it`);

const bareLines = (files: readonly CodeFile[]): string[] =>
  files.flatMap(({ file, text }) =>
    [...text.matchAll(/\blog(?:\.in\([^)]*\))?\.(?:info|warn|error)\(/g)].map(() => `${file}: define a message, and log.write it`),
  );

it('a message or error is named by its code, which no other has', () => {
  expect([...misnamed(all), ...repeated(all)]).toEqual([]);
});

it('a message or error says in a sentence what it is about', () => {
  expect(notSentences(all)).toEqual([]);
});

it('every message is written and every error thrown somewhere', () => {
  expect(unused(all, code)).toEqual([]);
});

it('messages and errors are defined in messages.ts, where their pages find them', () => {
  expect(definedElsewhere(code)).toEqual([]);
});

it('log lines that people read are messages, not bare strings', () => {
  expect(bareLines(code)).toEqual([]);
});

describe('the rule finds', () => {
  const planted = (name: string, words: Partial<Defined['value']> = {}): Defined => ({
    name,
    value: { code: name, description: 'The queue is full.', ...words },
  });
  const file = (text: string): CodeFile[] => [{ file: 'emulator/src/core/planted.ts', text }];

  it.each([
    ['a name that is not the code', misnamed([planted('QUEUE_FULL', { code: 'QUEUE_IS_FULL' })])],
    ['a code that two have', repeated([planted('QUEUE_FULL'), planted('FULL', { code: 'QUEUE_FULL' })])],
    ['a description that is no sentence', notSentences([planted('QUEUE_FULL', { description: 'queue full' })])],
    ['a message that nothing writes', unused([planted('QUEUE_FULL')], file('log.write(QUEUE_FULLER);'))],
    ['a message beside the code', definedElsewhere(file('const QUEUE_FULL = defineMessage({ code: "QUEUE_FULL" });'))],
    ['a line that is a bare string', bareLines(file("ctx.log.in('sqs').warn('the queue is full');"))],
  ])('%s', (_, found) => {
    expect(found).toHaveLength(1);
  });

  it('nothing in a message that is as the rules want it', () => {
    const good = [planted('QUEUE_FULL')];
    expect([...misnamed(good), ...repeated(good), ...notSentences(good), ...unused(good, file('log.write(QUEUE_FULL, {});'))]).toEqual([]);
    expect([...definedElsewhere(file('log.write(QUEUE_FULL, {});')), ...bareLines(file("log.debug('full');"))]).toEqual([]);
  });
});
