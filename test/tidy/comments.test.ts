// Comments, pages and what the command line and the explorer say read once: a sentence begins with its subject. One that opens with What, Who, Of or Those names its thing too late.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pages } from '../../emulator/docs/generate.ts';
import { ROOT, read, sources } from './sources.ts';

const SLASHES = /(?:^|\s)(?:\/\/|\/\*\*?|\*)\s(.*)/;
const HASH = /(?:^|\s)#\s(.*)/;
const OPENING = /(?:^|[.:;!?] )(?:What|Who|Whoever|Whatever|Of|Those|Such)[ ,]/;
/** In pages a sentence may also begin an item of a list or a cell of a table. */
const PAGE_OPENING = /(?:^(?:[-*] )?|[.:;!?] |\| )(?:What|Who|Whoever|Whatever|Of|Those|Such)[ ,]/;

/** Turns that leave the noun out: the reader looks for it in the sentence before. A clause may go on with `by which` and `of which`. */
const NOUNLESS = /\b(?:where there (?:is|are) n|one that\b|those that\b|so many\b)|(?:^|[.:;!?] )(?:by|of) which\b/i;

/** Descriptions and hints, as the registries of messages, options and endpoints and the forms of the explorer write them. */
const SAID = /(?:^|\s)(?:description|hint): ?['"`](.*)/;
const IN_SOURCES = /^(?:emulator|integrations)\/.*(?<!\.test)\.tsx?$/;

const generated = (await pages()).map(({ path }) => `emulator/${path}`);

const lines = (file: string): string[] => readFileSync(`${ROOT}${file}`, 'utf8').split('\n');
const advice = (file: string, line: string, index: number): string =>
  `${file}:${index + 1}: begin the sentence with its subject and name the thing: ${line.trim()}`;

function findings(file: string, found = lines(file)): string[] {
  const comment = /\.(?:py|sh|tf)$/.test(file) ? HASH : SLASHES;
  return found.flatMap((line, index) => (OPENING.test(comment.exec(line)?.[1] ?? '') ? [advice(file, line, index)] : []));
}

const COMMENTED = /^(?:emulator\/src|integrations|hot-reload|templates)\/.*\.[cm]?[jt]sx?$/;
const nounless = (file: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      NOUNLESS.test(SLASHES.exec(line)?.[1] ?? '')
        ? [`${file}:${index + 1}: say the noun instead of “${NOUNLESS.exec(line)?.[0]}”: ${line.trim()}`]
        : [],
    );

it('comments say their nouns', () => {
  expect(sources('.', COMMENTED).flatMap((file) => nounless(file, read(file)))).toEqual([]);
});

it('comments begin their sentences with the subject', () => {
  const files = sources('.', /\.(?:[cm]?[jt]sx?|py|sh|tf)$/).filter((file) => !/(?:^|\/)dist\//.test(file));
  expect(files.flatMap((file) => findings(file))).toEqual([]);
});

it('pages begin their sentences with the subject', () => {
  const files = sources('.', /\.md$/).filter((file) => !generated.includes(file));
  const found = files.flatMap((file) => lines(file).flatMap((line, index) => (PAGE_OPENING.test(line) ? [advice(file, line, index)] : [])));
  expect(found).toEqual([]);
});

it('descriptions and hints begin their sentences with the subject', () => {
  const files = sources('.', IN_SOURCES);
  const found = files.flatMap((file) =>
    lines(file).flatMap((line, index) => (OPENING.test(SAID.exec(line)?.[1] ?? '') ? [advice(file, line, index)] : [])),
  );
  expect(found).toEqual([]);
});

describe('the rule finds', () => {
  it.each([
    ['a comment', '// What the queue keeps.', 'planted.ts'],
    ['a second sentence', '/** The queue. Those that wait are kept. */', 'planted.ts'],
    ['a comment of a script', '# Of the queue', 'planted.sh'],
  ])('the opening of %s', (_, line, file) => {
    expect(findings(file, [line])).toHaveLength(1);
  });

  it('the opening of an item of a page, and of a description', () => {
    expect('- What the queue keeps').toMatch(PAGE_OPENING);
    expect(SAID.exec("  description: 'Who may ask.',")?.[1]).toMatch(OPENING);
  });

  it.each([
    'Undefined where there is none.',
    'The last message, or one that waits.',
    'Undefined for those that wait.',
    'Reads so many bytes.',
    'The key. By which the table is found.',
  ])('the missing noun in “%s”', (comment) => {
    expect(nounless('planted.ts', `/** ${comment} */`)).toHaveLength(1);
  });

  it.each(['The key by which the table is found.', 'Entries, of which ten are read.', 'Where there are two, both.'])(
    'nothing in “%s”',
    (comment) => {
      expect(nounless('planted.ts', `/** ${comment} */`)).toEqual([]);
    },
  );
});
