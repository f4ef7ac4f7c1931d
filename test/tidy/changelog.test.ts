// The changelog reads as a person wants it: a section for each service, and in it entries of one line each.
import { expect, it } from 'vitest';
import { read } from './sources.ts';

const MAX_COLUMNS = 160;
const VERSION = /^## \d+\.\d+\.\d+(?:-[a-z]+\.\d+)? \((?:unreleased|\d{4}-\d\d-\d\d)\)$/;
/** Sections about no single service. */
const GENERAL = [
  'One port',
  'The command',
  'For agents',
  'The explorer',
  'Why',
  'Traces for other tools',
  'Tests',
  'State, clock and faults',
  'Deploying',
];
/** Small words between the names of services, which the README has elsewhere. */
const JOINED_BY = /[\s,]+(?:and\s+)?|\s+in\s+/;

const [, SERVICES = ''] = /^# [^\n]+\n\n([\s\S]*?)\n\n/.exec(read('README.md')) ?? [];

/** Faults of a changelog, a sentence each. `services` is the paragraph of the README that names them. */
function faultsOf(changelog: string, services = SERVICES): string[] {
  const faults: string[] = [];
  let seen = new Map<string, number>();
  let before = '';
  for (const [index, line] of changelog.trimEnd().split('\n').entries()) {
    if (line.startsWith('## ')) seen = new Map();
    const fault = faultOf(line, before, services) ?? (line !== '' && seen.has(line) ? `repeats line ${seen.get(line)}` : undefined);
    if (fault !== undefined) faults.push(`line ${index + 1} ${fault}`);
    seen.set(line, index + 1);
    if (line !== '') before = line;
  }
  return faults;
}

/** `before` is the last line that is not empty. */
function faultOf(line: string, before: string, services: string): string | undefined {
  if ([...line].length > MAX_COLUMNS) return `has more than ${MAX_COLUMNS} characters: say it shorter, or as two entries`;
  if (line.startsWith('### ')) return isKnown(line.slice(4), services) ? undefined : 'names no service of the first paragraph of README.md';
  if (line.startsWith('## ')) return VERSION.test(line) ? undefined : 'has no version and date, nor `(unreleased)`';
  if (line === '' || line === '# Changelog' || VERSION.test(before) || /^- \S.*\.$/.test(line)) return undefined;
  return 'is no entry of one line: begin it with "- " and end it with a full stop';
}

/** Each of the names, and the one of the cloud in brackets, is in the README's list of services. */
function isKnown(title: string, services: string): boolean {
  if (GENERAL.includes(title)) return true;
  const names = title.replace(/\([^)]*\)/g, '').trim();
  return names.split(JOINED_BY).every((name) => services.toLowerCase().includes(name.toLowerCase()));
}

it('has a section for each service, and entries of one line', () => {
  expect(faultsOf(read('CHANGELOG.md'))).toEqual([]);
});

it('finds lines that are long, broken or repeated, and sections without a service', () => {
  const planted = [
    ...['# Changelog', '', '## 0.1.0 (unreleased)', '', 'The first version.', '', '### Queues', '', '- They wait.', '- They wait.'],
    ...['  for ever', `- ${'x'.repeat(MAX_COLUMNS)}.`, '', '### Messages', '', '- No end', ''],
  ].join('\n');
  expect(faultsOf(planted, 'An emulator of queues.')).toEqual([
    'line 10 repeats line 9',
    'line 11 is no entry of one line: begin it with "- " and end it with a full stop',
    'line 12 has more than 160 characters: say it shorter, or as two entries',
    'line 14 names no service of the first paragraph of README.md',
    'line 16 is no entry of one line: begin it with "- " and end it with a full stop',
  ]);
});
