// One style: where the context stands, how constants and private members are written, where state may lie, which promises are awaited.
import { describe, expect, it } from 'vitest';
import { manifests, read, sources } from './sources.ts';

const code = ['emulator/', 'hot-reload/', 'integrations/', 'test/']
  .flatMap((folder) => sources(folder))
  .filter((file) => !file.includes('/dist/'));
const own = ['emulator/src/', 'hot-reload/src/'].flatMap((folder) => sources(folder)).filter((file) => !file.endsWith('.test.ts'));

/** `file:line: advice` for each line that matches. */
const linesOf = (files: readonly string[], pattern: RegExp, advice: string): string[] =>
  files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1}: ${advice}`] : [])),
  );

const OPENING = new Set(['(', '[', '{', '<']);
const CLOSING = new Set([')', ']', '}', '>']);

/** Where the bracket around `from` opens, and the commas on the way from there to its end. */
function listAround(text: string, from: number): { readonly opens: string; readonly parts: readonly string[]; readonly at: number } {
  let start = from;
  for (let depth = 0; start > 0; start--) {
    const c = text[start - 1]!;
    if (CLOSING.has(c) && text.slice(start - 2, start) !== '=>') depth++;
    else if (OPENING.has(c) && depth-- === 0) break;
  }
  const parts: string[] = [];
  let at = 0;
  let begin = start;
  for (let i = start, depth = 0; i < text.length; i++) {
    const c = text[i]!;
    const ends = CLOSING.has(c) && text.slice(i - 1, i + 1) !== '=>';
    if (depth === 0 && (c === ',' || ends)) {
      if (from >= begin && from < i) at = parts.length;
      parts.push(text.slice(begin, i).trim());
      begin = i + 1;
      if (ends) break;
    } else if (OPENING.has(c)) depth++;
    else if (ends) depth--;
  }
  return { opens: text[start - 1] ?? '', parts: parts.filter((part) => part !== ''), at };
}

const isOptional = (parameter: string): boolean => /^\w+\?:|^\.\.\.|[^=!<>]=[^=>]/.test(parameter);

/** Contexts that other parameters follow. */
const earlyContexts = (file: string, text: string): string[] =>
  [...text.matchAll(/\b\w+: (?:Ctx|ResourceContext)(?=[,)])/g)].flatMap(({ index }) => {
    const { opens, parts, at } = listAround(text, index);
    const after = parts.slice(at + 1).filter((part) => !isOptional(part));
    if (opens !== '(' || after.length === 0 || /: (?:Ctx|ResourceContext)$/.test(after.at(-1)!)) return [];
    return [`${file}:${text.slice(0, index).split('\n').length}: move the context behind ${after.join(', ')}`];
  });

describe('the context', () => {
  it('is the last parameter; only options may follow it', () => {
    expect(own.flatMap((file) => earlyContexts(file, read(file)))).toEqual([]);
  });
});

/** Lines that break a rule each. */
const PRIVATE_WORD = /^\s+(?:private|protected) (?!constructor)(?:\w+ )*\w+[(:;? =]/;
const SMALL_CONSTANT =
  /^(?:export )?const (?!\w*[a-z]\w* = `.*\$\{)[a-z]\w*(?:: [^=]+)? = (?:-?\d|['"`]|\/[^/]|new (?:Set|Map)(?:<[^(]*>)?\(\[|\[['"\d])/;
const UNMARKED_LIMIT = /\bconst (?:\w+_)?(?:MOST|LONGEST|LARGEST|LEAST|SHORTEST|SMALLEST)(?:_\w+)?\b/;
const PARTICIPLE = /^(?:export )?(?:interface|type|class) (?:Asked|Wanted|Found|Given|Named|Told|Made|Taken|Place|Parts)\b/;
const MODULE_VARIABLE = /^(?:export )?(?:let|var) /;
const MODULE_COLLECTION =
  /^(?:export )?const (?:\w+(?:: (?!Readonly)[^=]+)? = new (?:Map|Set|WeakMap|WeakSet)(?:<.*>)?\(\)|\w*[a-z]\w*(?:: [^=]+)? = (?:\[\]|\{\}));/;

describe('names', () => {
  it('of members that are private begin with #', () => {
    expect(linesOf(own, PRIVATE_WORD, 'write #name, which is private at run time, too')).toEqual([]);
  });

  it('of constants are in capitals', () => {
    expect(linesOf(own, SMALL_CONSTANT, 'write the name of a constant in CAPITALS')).toEqual([]);
  });

  it('of limits begin with MAX_ or MIN_', () => {
    expect(linesOf(code, UNMARKED_LIMIT, 'begin the name of an upper limit with MAX_, of a lower one with MIN_')).toEqual([]);
  });
});

describe('types', () => {
  it('are named by what they hold, not by what somebody did with it', () => {
    expect(linesOf(own, PARTICIPLE, 'name the type by its content, such as FunctionRef, LocatedBucket or RegionScope')).toEqual([]);
  });
});

/** The names of collections, and of what an emulator owns. */
const statesIn = (text: string): string[] =>
  [
    ...text.matchAll(/^(?! \*|\/\*\*).*\b(?:ctx|there|context)\.own(?:<[^(]*>)?\('([^']+)'|^(?! \*|\/\*\*).*\bcollection<.*>\('([^']+)'/gm),
  ].map(([, owned, stored]) => (owned === undefined ? `collection ${stored}` : `owned ${owned}`));

const repeated = (names: readonly string[]): string[] => names.filter((name, i) => names.indexOf(name) !== i);

describe('state', () => {
  it('lies in the store or in what an emulator owns, never in a module', () => {
    const advice = 'two emulators in one process would share this: keep it in a record, or let ctx.own hold it';
    expect([MODULE_VARIABLE, MODULE_COLLECTION].flatMap((pattern) => linesOf(own, pattern, advice))).toEqual([]);
  });

  it('of the process keeps its variables: an object in their place is one of JavaScript alone, which the system does not read', () => {
    const advice = 'set single variables, or let vi.stubEnv do so: the files that a worker runs next set them in vain otherwise';
    expect(linesOf(sources('.', /\.ts$/), /^\s*process\.env =/, advice)).toEqual([]);
  });

  it('that an emulator owns, and collections, have a name that no other has', () => {
    const names = own.flatMap((file) => statesIn(read(file)));
    expect(names.length).toBeGreaterThan(100);
    expect(repeated(names)).toEqual([]);
  });
});

/** Calls that answer a promise at the start of a statement, where no await, return or void takes it. */
function floating(file: string, text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, i) => {
    if (!/^\s+(?:(?:if|for) \(.*\) |else )?[\w.]*\b(?<!log\.)(?:call|wait|eventSource|waitIdle)\(/.test(line) || line.endsWith('{'))
      return [];
    const before = lines.slice(0, i).findLast((each) => !/^\s*(?:\/\/.*)?$/.test(each)) ?? '';
    const begins = /[;{}]$/.test(before) || /^\s+(?:if|else|for)\b/.test(line);
    return begins && !/\b(?:await|return|void)\b/.test(line) ? [`${file}:${i + 1}: await the promise, or say void`] : [];
  });
}

describe('promises', () => {
  it('of calls are awaited, returned, or left on purpose', () => {
    expect(own.flatMap((file) => floating(file, read(file)))).toEqual([]);
  });
});

describe('the rule finds', () => {
  it.each([
    ['a member that is private in types only', PRIVATE_WORD, '  private readonly count = 0;'],
    ['a constant in small letters', SMALL_CONSTANT, 'const longest = 80;'],
    ['an expression in small letters', SMALL_CONSTANT, 'export const shape: RegExp = /^a+$/;'],
    ['a limit by another name', UNMARKED_LIMIT, ['const', 'MOST_ENTRIES = 10;'].join(' ')],
    ['a participle as a type', PARTICIPLE, 'export interface Found {'],
    ['a variable of a module', MODULE_VARIABLE, 'let made = 0;'],
    ['a list that a module fills', MODULE_COLLECTION, 'const waiting: string[] = [];'],
    ['a map that a module fills', MODULE_COLLECTION, 'export const SEEN = new Map<string, number>();'],
  ])('%s', (_, pattern, line) => {
    expect(line).toMatch(pattern);
  });

  it.each([
    ['a member that is private at run time', PRIVATE_WORD, '  readonly #count = 0;'],
    ['a constant in capitals', SMALL_CONSTANT, 'const NAME_LENGTH = 80;'],
    ['a function', SMALL_CONSTANT, 'const longest = (text: string): number => text.length;'],
    ['a type that is a place', PARTICIPLE, 'interface PlacedOrder {'],
    ['a map that a function fills', MODULE_COLLECTION, '  const seen = new Map<string, number>();'],
    ['a table', MODULE_COLLECTION, 'const KINDS = new Map([[1, "a"]]);'],
  ])('nothing in %s', (_, pattern, line) => {
    expect(line).not.toMatch(pattern);
  });

  it('a context that other parameters follow', () => {
    expect(earlyContexts('planted.ts', 'const f = (ctx: Ctx, name: string) => name;')).toEqual([
      'planted.ts:1: move the context behind name: string',
    ]);
    expect(earlyContexts('planted.ts', 'function f(\n  name: string,\n  ctx: Ctx,\n  { limit = 1 }: Options = {},\n) {}')).toEqual([]);
  });

  it('a promise that nothing takes', () => {
    expect(floating('planted.ts', "async function f(ctx: Ctx) {\n  ctx.call('sqs', 'ListQueues', {});\n}")).toHaveLength(1);
    expect(floating('planted.ts', "async function f(ctx: Ctx) {\n  await ctx.call('sqs', 'ListQueues', {});\n}")).toEqual([]);
  });

  it('a name that two collections have, or two things that an emulator owns', () => {
    const one = "export const queues = collection<[name: string], Queue>('sqs.queues');\nconst k = ctx.own('sqs.keys', () => new Keys());";
    expect(statesIn(one)).toEqual(['collection sqs.queues', 'owned sqs.keys']);
    expect(statesIn(" * ctx.own('sqs.keys', () => new Keys())")).toEqual([]);
    expect(repeated([...statesIn(one), ...statesIn("there.own<Keys>('sqs.keys', () => new Keys());")])).toEqual(['owned sqs.keys']);
  });

  it('a service that no page names, and imports that are mapped at one place only', () => {
    const manifest: Page = ['emulator/src/services/shop/till/index.ts', "export const till = service('till', {});"];
    const folder = 'emulator/src/services/shop';
    expect(withoutReadme([manifest], [[`${folder}/README.md`, 'The shop.']])).toEqual([manifest[0]]);
    expect(withoutReadme([manifest], [[`${folder}/README.md`, 'The shop, and `till`.']])).toEqual([]);
    expect(withoutReadme([manifest], [[`${folder}/till/README.md`, 'The till.']])).toEqual([]);
    expect(atTheRoot({ '#core/*': './src/core/*.ts' })).toEqual({ '#core/*': './emulator/src/core/*.ts' });
  });
});

type Page = readonly [path: string, text: string];

/** Manifests of services that have no page beside them, and that none in the folder of their service names. */
const withoutReadme = (files: readonly Page[], pages: readonly Page[]): string[] =>
  files
    .filter(([manifest, text]) => {
      const id = /= service\('([\w-]+)'/.exec(text)![1]!;
      const folder = manifest.split('/').slice(0, 4).join('/');
      const isOwn = (file: string): boolean => file === manifest.replace(/[^/]+$/, 'README.md');
      return !pages.some(([file, page]) => isOwn(file) || (file.startsWith(`${folder}/`) && page.includes(`\`${id}\``)));
    })
    .map(([manifest]) => manifest);

/** The imports of the emulator as the root of the project writes them. */
const atTheRoot = (imports: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(imports).map(([name, path]) => [name, path.replace('./', './emulator/')]));

const withText = (file: string): Page => [file, read(file)];

describe('services', () => {
  it('have a README that says how they work and where they differ', () => {
    const bare = withoutReadme(manifests().map(withText), sources('emulator/src/services/', /\/README\.md$/).map(withText));
    expect(bare.map((file) => `${file}: write a README.md that names the service, as services/ecr has one`)).toEqual([]);
  });
});

describe('package.json', () => {
  it('maps the same imports at the root and in the emulator', () => {
    const importsIn = (file: string) => JSON.parse(read(file)).imports as Record<string, string>;
    expect(importsIn('package.json'), 'add the line to both package.json').toEqual(atTheRoot(importsIn('emulator/package.json')));
  });
});
