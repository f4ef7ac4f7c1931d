// Look-ups by words that a client may have chosen: in a plain object, `constructor`, `toString` and `__proto__` find what it inherits.
import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'rolldown/utils';
import { describe, expect, it } from 'vitest';
import { ROOT, sources } from './sources.ts';

const own = [...sources('emulator/src/'), ...sources('integrations/')].filter((file) => !/\.test\.ts$|\/dist\//.test(file));

const IN = 'write Object.hasOwn(object, name): `in` finds what an object inherits';
const TABLE = 'make it with table({ … }), or with dictionary() where it begins empty (#lib/table), or a Map: names look it up';
const LITERAL = 'write own({ … }, name) (#lib/table): a name looks it up';

interface Span {
  readonly start: number;
  readonly end: number;
}
interface NameSpan extends Span {
  readonly name: string;
}
type Node = Span & { readonly type: string; readonly [member: string]: unknown };

/** Texts and comments, which hold the word `in` as well. */
const WORDS = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'/g;
/** Parsing takes long: files with nothing of this form need not be parsed. */
const MAY_LOOK_UP = /Record<\s*string\b[^;={]*=\s*\{|[\w)\]`] in [\w(]|\}\)?\[[^'"\]]/;
const RECORD = /^(?:(?:Readonly|Partial)<)*Record<\s*string\b/;
const isWithin = (inner: Span, outer: Span): boolean => inner.start >= outer.start && inner.end <= outer.end;
const isKnown = ({ type }: Node): boolean => type === 'Literal' || type === 'PrivateIdentifier';

/** `file:line: advice` for each look-up that may find what an object inherits. Names tell which object is indexed, within the block that declares it. */
function problemsIn(file: string, code: string): string[] {
  const text = (node: Span): string => code.slice(node.start, node.end);
  const problems: (readonly [at: number, advice: string])[] = [];
  const declared: (NameSpan & { readonly isExported: boolean })[] = [];
  const indexed: NameSpan[] = [];
  const blocks: Span[] = [];
  const exported = new Set<number>();
  const { program } = parseSync(file, code);
  new Visitor({
    BinaryExpression: (node: unknown) => {
      const { operator, left, start } = node as Node & { operator: string; left: Node };
      if (operator === 'in' && !isKnown(left) && !text(left).startsWith('Symbol.')) problems.push([start, IN]);
    },
    MemberExpression: (node: unknown) => {
      const { computed, object, property, start, end } = node as Node & { computed: boolean; object: Node; property: Node };
      if (!computed || isKnown(property)) return;
      const inner = object.type === 'ParenthesizedExpression' ? (object['expression'] as Node) : object;
      if (inner.type === 'ObjectExpression') problems.push([start, LITERAL]);
      if (object.type === 'Identifier') indexed.push({ name: object['name'] as string, start, end });
    },
    VariableDeclarator: (node: unknown) => {
      const { id, init, start, end } = node as Node & { id: Node; init: Node | null };
      const annotation = id['typeAnnotation'] as { typeAnnotation: Span } | null | undefined;
      if (init?.type !== 'ObjectExpression' || !annotation || !RECORD.test(text(annotation.typeAnnotation))) return;
      declared.push({ name: id['name'] as string, start, end, isExported: exported.has(start) });
    },
    ExportNamedDeclaration: (node: unknown) => {
      const { declaration } = node as Node & { declaration: { declarations?: readonly Span[] } | null };
      for (const { start } of declaration?.declarations ?? []) exported.add(start);
    },
    BlockStatement: (node: unknown) => void blocks.push(node as Span),
  }).visit(program);
  for (const each of declared) {
    const around = blocks
      .filter((block) => isWithin(each, block))
      .reduce<Span>((inner, next) => (isWithin(next, inner) ? next : inner), program);
    if (each.isExported || indexed.some(({ name, ...span }) => name === each.name && isWithin(span, around)))
      problems.push([each.start, TABLE]);
  }
  return problems.sort(([a], [b]) => a - b).map(([at, advice]) => `${file}:${code.slice(0, at).split('\n').length}: ${advice}`);
}

const advice = (code: string): string[] => problemsIn('planted.ts', code).map((problem) => problem.replace(/^planted\.ts:\d+: /, ''));

describe('look-ups by a name', () => {
  it('never find what an object inherits', () => {
    expect(
      own.flatMap((file) => {
        const code = readFileSync(`${ROOT}${file}`, 'utf8');
        return MAY_LOOK_UP.test(code.replace(WORDS, '')) ? problemsIn(file, code) : [];
      }),
    ).toEqual([]);
  }, 120_000);
});

describe('the rule finds', () => {
  it.each([
    [
      'a table of the module',
      'const KINDS: Readonly<Record<string, number>> = { a: 1 };\nexport const kindOf = (word: string) => KINDS[word];',
      TABLE,
    ],
    ['a table for other modules', 'export const KINDS: Record<string, number> = { a: 1 };', TABLE],
    [
      'an object that names fill',
      'function f(names: string[]) {\n  const all: Record<string, number> = {};\n  for (const name of names) all[name] = 1;\n}',
      TABLE,
    ],
    ['a name that is looked for', 'export const has = (word: string, object: object) => word in object;', IN],
    ['a template that is looked for', 'export const has = (word: string, object: object) => `Not${word}` in object;', IN],
    ['an object that is made for one look-up', 'export const kindOf = (word: string) => ({ a: 1 })[word as "a"];', LITERAL],
  ])('%s', (_, code, problem) => {
    expect(advice(code)).toEqual([problem]);
  });

  it.each([
    [
      'a table without a prototype',
      'const KINDS: Record<string, number> = table({ a: 1 });\nexport const kindOf = (word: string) => KINDS[word];',
    ],
    ['a table that is only listed', 'const KINDS: Record<string, number> = { a: 1 };\nexport const kinds = Object.keys(KINDS);'],
    [
      'a table of names that are a closed set',
      "const KINDS: Record<'a' | 'b', number> = { a: 1, b: 2 };\nexport const kindOf = (word: 'a' | 'b') => KINDS[word];",
    ],
    [
      'an object of the same name elsewhere',
      'function f() {\n  const all: Record<string, number> = {};\n  return all;\n}\nfunction g(all: Map<string, number>[], at: number) {\n  return all[at];\n}',
    ],
    ['members that the code names', "export const has = (object: object) => 'name' in object && Symbol.iterator in object;"],
  ])('nothing in %s', (_, code) => {
    expect(advice(code)).toEqual([]);
  });
});
