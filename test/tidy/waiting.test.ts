// Tests do not depend on how fast the machine is: they wait for a state, and measure work by the time on the processor.
import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'rolldown/utils';
import { describe, expect, it } from 'vitest';
import { ROOT, sources } from './sources.ts';

const own = [
  ...sources('emulator/', /\.test\.ts$/),
  ...sources('integrations/', /\.test\.ts$/),
  ...sources('hot-reload/', /\.test\.ts$/),
  ...sources('test/'),
].filter((file) => !/\/dist\/|^test\/bench\//.test(file));

const SLEEP =
  'wait for the state: untilPasses or untilTrue (test/support/until-passes), emulator.idle(), untilWaiting(…), a closedGate() for a function, a manual clock';
const BOUND = 'a slow machine takes longer: measure the time on the processor with processorMs (test/support/processor-time)';
const PATIENCE = 'leave it out: the limits of vitest.config.ts leave a slow machine time; untilPasses looks again for two minutes';
const WAIT_FOR = 'write untilPasses or untilTrue (test/support/until-passes): it gives up after a second';

/** Limits below this end what is only slow. */
const MIN_LIMIT_MS = 120_000;
const MAY_WAIT = /\bsetTimeout\b|timers\/promises|performance\.now|Date\.now|hrtime|vi\.wait|\btimeout\b|[\d_]{4,}\)/;
const CLOCK = /\b(?:Date\.now|performance\.now|process\.hrtime(?:\.bigint)?)\(\)/;
const DIFFERENCE = new RegExp(`${CLOCK.source}[\\s)]*-|- *\\(?${CLOCK.source}`);

interface Span {
  readonly start: number;
  readonly end: number;
}
type Node = Span & { readonly type: string; readonly [member: string]: unknown };
type Call = Node & { readonly callee: Node; readonly arguments: readonly Node[] };

const isWithin = (inner: Span, outer: Span): boolean => inner.start >= outer.start && inner.end <= outer.end;
const innermost = (spans: readonly Span[], around: Span): Span | undefined =>
  spans
    .filter((span) => isWithin(around, span))
    .reduce<Span | undefined>((one, next) => (one && isWithin(one, next) ? one : next), undefined);

/** `file:line: advice` for each way to wait, and each limit, that depends on the speed of the machine. */
function problemsIn(file: string, code: string): string[] {
  const text = (node: Span): string => code.slice(node.start, node.end);
  const problems: (readonly [at: number, advice: string])[] = [];
  const sleeps: Span[] = [];
  const loops: Span[] = [];
  const functions: Span[] = [];
  const pauses = new Set<string>();
  const spans = new Set<string>();
  const bounds: Call[] = [];
  const noteSpan = (name: Node, value: Node | null): void => {
    if (value && DIFFERENCE.test(text(value))) spans.add(text(name));
  };
  const loop = (node: unknown): void => void loops.push(node as Span);
  const body = (node: unknown): void => void functions.push(node as Span);
  const literalMs = (node: Node | undefined): number | undefined =>
    node?.type === 'Identifier'
      ? Number(new RegExp(`\\bconst ${text(node)} = ([\\d_]+);`).exec(code)?.[1]?.replaceAll('_', '') ?? Number.NaN)
      : node?.type === 'Literal' && typeof node['value'] === 'number'
        ? node['value']
        : undefined;
  new Visitor({
    ...{ ForStatement: loop, ForOfStatement: loop, WhileStatement: loop, DoWhileStatement: loop },
    ...{ ArrowFunctionExpression: body, FunctionExpression: body, FunctionDeclaration: body },
    ImportDeclaration: (node: unknown) => {
      const { source, specifiers } = node as Node & { source: Node; specifiers: readonly (Node & { imported: Node; local: Node })[] };
      if (source['value'] !== 'node:timers/promises') return;
      for (const { imported, local } of specifiers) if (text(imported) === 'setTimeout') pauses.add(text(local));
    },
    VariableDeclarator: (node: unknown) => {
      const { id, init } = node as Node & { id: Node; init: Node | null };
      noteSpan(id, init);
    },
    AssignmentExpression: (node: unknown) => {
      const { left, right } = node as Node & { left: Node; right: Node };
      noteSpan(left, right);
    },
    Property: (node: unknown) => {
      const { key, value } = node as Node & { key: Node; value: Node };
      noteSpan(key, value);
      const ms = literalMs(value);
      if (text(key) === 'timeout' && ms !== undefined && ms < MIN_LIMIT_MS) problems.push([key.start, PATIENCE]);
    },
    NewExpression: (node: unknown) => {
      const { callee, start, end } = node as Node & { callee: Node };
      if (text(callee) === 'Promise' && /^new Promise(?:<\w+>)?\(\((\w+)\) => (?:void )?setTimeout\(\1\b/.test(text({ start, end })))
        sleeps.push({ start, end });
    },
    CallExpression: (node: unknown) => {
      const call = node as Call;
      const name = text(call.callee);
      if (pauses.has(name)) sleeps.push(call);
      if (/^vi\.wait(?:For|Until)$/.test(name)) problems.push([call.start, WAIT_FOR]);
      if (/\)\.toBeLessThan(?:OrEqual)?$/.test(name)) bounds.push(call);
      const ms = literalMs(call.arguments.at(-1));
      if (/^(?:it|test|describe|beforeAll|beforeEach|afterAll|afterEach)\b/.test(name) && ms !== undefined && ms < MIN_LIMIT_MS)
        problems.push([call.arguments.at(-1)!.start, PATIENCE]);
    },
  }).visit(parseSync(file, code).program);
  for (const sleep of sleeps) {
    // A loop looks again after its pause; elsewhere a pause hopes that all is over by then.
    const around = innermost(
      functions.filter((each) => !isWithin(each, sleep)),
      sleep,
    );
    if (!loops.some((each) => isWithin(sleep, each) && (!around || isWithin(each, around)))) problems.push([sleep.start, SLEEP]);
  }
  for (const { callee, start } of bounds) {
    const measured = /^expect\(([\s\S]*)\)\.toBeLessThan/.exec(text(callee))?.[1] ?? '';
    const last = /(?:^|\.)(\w+)$/.exec(measured)?.[1] ?? '';
    if (DIFFERENCE.test(measured) || spans.has(last)) problems.push([start, BOUND]);
  }
  return problems.sort(([a], [b]) => a - b).map(([at, advice]) => `${file}:${code.slice(0, at).split('\n').length}: ${advice}`);
}

const advice = (code: string): string[] => problemsIn('planted.ts', code).map((problem) => problem.replace(/^planted\.ts:\d+: /, ''));

describe('tests', () => {
  it('pass on any machine, however slow', () => {
    const wrong = own.flatMap((file) => {
      const code = readFileSync(`${ROOT}${file}`, 'utf8');
      return MAY_WAIT.test(code) ? problemsIn(file, code) : [];
    });
    expect(wrong).toEqual([]);
  });
});

describe('the rule finds', () => {
  it.each([
    ['a sleep', 'await new Promise((resolve) => setTimeout(resolve, 30));', SLEEP],
    ['a sleep of a helper', 'const settle = () => new Promise<void>((done) => setTimeout(done, 30));', SLEEP],
    ['a sleep by another name', "import { setTimeout as rest } from 'node:timers/promises';\nawait rest(50);", SLEEP],
    [
      'a sleep of a callback in a loop',
      'for (const each of all) each(async () => { await new Promise((r) => setTimeout(r, 5)); });',
      SLEEP,
    ],
    ['a bound of a difference', 'const began = Date.now();\nexpect(Date.now() - began).toBeLessThan(900);', BOUND],
    ['a bound of a variable', 'const tookMs = Math.round(performance.now() - began);\nexpect(tookMs).toBeLessThanOrEqual(900);', BOUND],
    ['a bound of a member', 'const run = () => ({ ms: performance.now() - began });\nexpect(run().ms).toBeLessThan(900);', BOUND],
    ['a test with little time', "it('is quick', async () => {}, 5_000);", PATIENCE],
    ['a test with little time by a name', "const FIRST_MS = 60_000;\nit('is quick', { timeout: FIRST_MS }, async () => {});", PATIENCE],
    ['a program with little time', "await run('program', { timeout: 30_000 });", PATIENCE],
    ['a wait that soon gives up', 'await vi.waitFor(() => expect(found).toBe(true));', WAIT_FOR],
  ])('%s', (_, code, problem) => {
    expect(advice(code)).toEqual([problem]);
  });

  it.each([
    ['a pause between two looks', 'while (!found()) await new Promise((resolve) => setTimeout(resolve, 5));'],
    ['a limit by which a test has failed', "it('applies', { timeout: 900_000 }, async () => {});"],
    ['work that is measured', 'expect(processorMs(() => parse(text))).toBeLessThan(500);'],
    ['the least time', 'expect(Date.now() - began).toBeGreaterThan(18);'],
    ['the code of a function', "await create('slow', 'await new Promise((r) => setTimeout(r, 60_000));');"],
  ])('nothing in %s', (_, code) => {
    expect(advice(code)).toEqual([]);
  });
});
