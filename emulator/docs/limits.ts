// Generates docs/limits.md from the constants of the sources whose comment begins with `Limit:`.
import { readdirSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

const SOURCES = new URL('../src/', import.meta.url);
const LIMIT = /\/\*\* Limit: (.+) \*\/\n *(?:export )?const (\w+)(?:: [^=]+)? = ([^;]+);/g;
const CONSTANT = /^ *(?:export )?const ([A-Z]\w*) = ([^;]+);/gm;
const MARK = /\/\*\* Limit:/g;

export interface Limit {
  /** Relative to the sources. */
  readonly path: string;
  readonly name: string;
  /** The comment of the constant, without the word before it. */
  readonly says: string;
  readonly value: unknown;
}

/** The value of an expression that names no more than constants of the same file. */
function evaluate(expression: string, text: string): unknown {
  const scope: Record<string, unknown> = { table: (entries: unknown) => entries };
  for (const [, name, other] of text.matchAll(CONSTANT)) if (expression.split(/\W+/).includes(name!)) scope[name!] = evaluate(other!, text);
  return runInNewContext(`(${expression.replace(/ as const$/, '')})`, scope);
}

/** @throws Error for a comment that does not stand above a constant */
function limitsIn(path: string): Limit[] {
  const text = readFileSync(new URL(path, SOURCES), 'utf8');
  const limits = [...text.matchAll(LIMIT)].map(([, says, name, expression]) => ({
    path,
    name: name!,
    says: says!,
    value: evaluate(expression!, text),
  }));
  if (limits.length === text.match(MARK)?.length || limits.length === 0) return limits;
  throw new Error(`${path}: a comment that begins with "Limit:" is one line above a constant.`);
}

export const allLimits = (): Limit[] =>
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .sort()
    .flatMap(limitsIn);

const counted = (value: number | bigint): string => value.toLocaleString('en-US');

const TIMES: readonly (readonly [string, number])[] = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1000],
  ['milliseconds', 1],
];

function timeText(ms: number): string {
  const [unit, length] = TIMES.find(([, each]) => ms % each === 0 && ms / each > 1) ?? TIMES.at(-1)!;
  return `${counted(ms / length)} ${unit}`;
}

function sizeText(bytes: number): string {
  const power = [3, 2, 1].find((each) => bytes % 1024 ** each === 0);
  const short = power === undefined ? '' : ` (${counted(bytes / 1024 ** power)} ${['KB', 'MB', 'GB'][power - 1]})`;
  return `${counted(bytes)} bytes${short}`;
}

/** The things that a comment counts: `global indexes` in `global indexes of a table`; nothing in `delay of a message`. */
const unitOf = (says: string): string =>
  /^(?:(?!of )[\w-]+ )*?\w+s(?=,? (?:of|that|in|to|for|with|from|before|after|at|without|and)\b)/i.exec(says)?.[0] ?? '';

function numberText(value: number | bigint, { name, says }: Limit): string {
  const unit = unitOf(says);
  if (typeof value === 'bigint') return counted(value);
  if (unit === 'bytes') return sizeText(value);
  if (/_MS$/.test(name)) return timeText(value);
  if (/_S(?:ECONDS)?$/.test(name)) return timeText(value * 1000);
  return `${counted(value)} ${unit}`.trim();
}

function valueText(limit: Limit): string {
  const { value, name } = limit;
  const bound = name.startsWith('MIN_') ? 'at least' : 'at most';
  if (typeof value !== 'object') return `${bound} ${numberText(typeof value === 'bigint' ? value : Number(value), limit)}`;
  return `${bound} ${Object.entries(value as Record<string, number>)
    .map(([member, each]) => `${counted(each)} (${member})`)
    .join(', ')}`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
const row = (limit: Limit): string =>
  `| ${cell(`${limit.says[0]!.toUpperCase()}${limit.says.slice(1)}`)} | ${valueText(limit)} | [\`${limit.name}\`](../src/${limit.path}) |`;

/** The service that a file belongs to, or its folder where all services share it. */
const ownerOf = ({ path }: Limit): string => /^(?:services\/)?([^/]+)/.exec(path)![1]!;
const isShared = ({ path }: Limit): boolean => !path.startsWith('services/');

function sections(limits: readonly Limit[]): string {
  const owners = [...new Set(limits.map(ownerOf))];
  const ofOwner = (owner: string): string =>
    limits
      .filter((each) => ownerOf(each) === owner)
      .map(row)
      .join('\n');
  return owners.map((owner) => `### ${owner}\n\n| limit | value | constant |\n| --- | --- | --- |\n${ofOwner(owner)}\n`).join('\n');
}

export function limitsPage(): string {
  const limits = allLimits();
  const services = limits.filter((each) => !isShared(each));
  const links = [...new Set(services.map(ownerOf))].map((owner) => `[${owner}](#${owner})`);
  return `# Limits

${limits.length} limits that a client of the emulator can meet: sizes, numbers and times beyond which a request is refused, an answer is cut or a page ends. Most are
those of the cloud; some are the emulator's own, and keep one request from taking all memory or time. The lengths, ranges and patterns that the public models of the services
state are checked for every operation, and are not repeated here; most services allow
a resource 50 tags. \`npm run docs\` generates this page from the constants in the sources whose comment begins with \`Limit:\`.

Services: ${links.join(', ')}. [Shared by all](#shared-by-all-services): requests, functions, patterns, expressions.

## Services

${sections(services)}
## Shared by all services

The folders are those of [the architecture](../../ARCHITECTURE.md#layout).

${sections(limits.filter(isShared))}`;
}
