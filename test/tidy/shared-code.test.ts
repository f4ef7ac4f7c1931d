// Shared code knows no service by name: a service declares its own part in its manifest.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SERVICE_MODELS } from '../../emulator/models/build/services.ts';
import { RUNGS } from './rungs.ts';
import { sources } from './sources.ts';

const SERVICES = Object.keys(SERVICE_MODELS).join('|');
/** Principals of every call are ARNs of identities: shared code reads those. */
const NOT_IDENTITIES = Object.keys(SERVICE_MODELS)
  .filter((id) => id !== 'iam' && id !== 'sts')
  .join('|');
/** Every folder below the services, and the services' neighbours; `sam` writes templates, which name services. */
const ALL = Object.keys(RUNGS).filter((folder) => !['sam', 'services', 'top', 'main', 'testing', 'cli'].includes(folder));
/** `logs` and `events` are words of the APIs for extensions there. */
const OF_FUNCTIONS = ['runtime-init', 'containers'];

const COMPARED = new RegExp(`(?:===|!==|case)\\s*'(?:${SERVICES})'`);
const NAMED = new RegExp(`arn:[^:\\s]*:(?:${NOT_IDENTITIES}):|\\b(?:${NOT_IDENTITIES})\\.amazonaws\\.com`);
const OF_ONE_SENDER = /RULE_ARN|EXHAUSTED_RETRY|ERROR_CODE|RequestID/;

function shared(...folders: string[]): string[] {
  return folders.flatMap((folder) => {
    const found = sources(`emulator/src/${folder}/`);
    if (found.length === 0) throw new Error(`emulator/src/${folder} is not there: a rule that names it guards nothing`);
    return found.filter((file) => !/\.test\.ts$|-fixture\.ts$|\/testing\/|core\/policy\//.test(file));
  });
}

/** Without its comments. */
const codeOf = (text: string): string => text.replace(/^\s*(\/\/|\/?\*).*$/gm, '');
const found = (pattern: RegExp, folders: readonly string[]): string[] =>
  shared(...folders).filter((file) => pattern.test(codeOf(readFileSync(file, 'utf8'))));
const declared = (file: string): string => `${file}: let the service declare its own answer in its manifest`;

describe('shared code', () => {
  it('knows no service by name', () => {
    const folders = ALL.filter((folder) => !OF_FUNCTIONS.includes(folder));
    expect(found(COMPARED, folders).map(declared)).toEqual([]);
  });

  it('knows no service by its ARNs or its principal', () => {
    const folders = ALL.filter((folder) => folder !== 'gateway' && folder !== 'protocol');
    expect(found(NAMED, folders).map(declared)).toEqual([]);
  });

  it('names nothing that only one sender writes into dead letters', () => {
    expect(found(OF_ONE_SENDER, ['core', 'delivery']).map((file) => `${file}: the sender's describeFailure says it`)).toEqual([]);
  });
});

describe('the rule finds', () => {
  it.each([
    ['a service that is compared', COMPARED, "if (service === 'sqs') return;"],
    ['a service among cases', COMPARED, "    case 'lambda':"],
    ['the ARN of a service', NAMED, 'const arn = `arn:aws:sqs:${region}:1`;'],
    ['the principal of a service', NAMED, "const PRINCIPAL = 'events.amazonaws.com';"],
    ['an attribute of one sender', OF_ONE_SENDER, "attributes['RULE_ARN'] = arn;"],
  ])('%s', (_, pattern, line) => {
    expect(codeOf(line)).toMatch(pattern);
  });

  it.each([
    ['the ARN of an identity', NAMED, "const ROOT = 'arn:aws:iam::1:root';"],
    ['a comment', NAMED, "// such as 'arn:aws:sqs:us-east-1:1:queue'"],
    ['another word', COMPARED, "if (kind === 'queue') return;"],
  ])('nothing in %s', (_, pattern, line) => {
    expect(codeOf(line)).not.toMatch(pattern);
  });

  it('a folder that is not there', () => {
    expect(() => shared('hooks')).toThrow('a rule that names it guards nothing');
  });
});
