// No file imports itself by way of others, types included: each can be read after what it imports.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, it } from 'vitest';
import { ROOT, sources } from './sources.ts';

type Graph = ReadonlyMap<string, readonly string[]>;

const SRC = 'emulator/src/';

/** Where an import leads; undefined outside the sources. `import('…')` is left out: what loads later may know its loader. */
const targetOf = (file: string, specifier: string): string | undefined =>
  specifier.startsWith('./') ? join(dirname(file), specifier) : specifier.startsWith('#') ? `${SRC}${specifier.slice(1)}.ts` : undefined;

function importsOf(file: string): string[] {
  const specifiers = [...readFileSync(`${ROOT}${file}`, 'utf8').matchAll(/(?:\bfrom|^import)\s*'([^']+)'/gm)].map(
    ([, specifier = '']) => specifier,
  );
  return specifiers.flatMap((specifier) => targetOf(file, specifier) ?? []);
}

/** A shortest way along imports from the file back to itself. */
function circleOf(file: string, graph: Graph): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [file];
  for (const at of queue)
    for (const next of graph.get(at) ?? []) {
      if (next === file) return wayTo(at, file, cameFrom);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, at);
      queue.push(next);
    }
  return undefined;
}

function wayTo(last: string, file: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [file];
  for (let at = last; at !== file; at = cameFrom.get(at)!) way.unshift(at);
  return [file, ...way];
}

/** Each circle once, from its first file. */
function circles(graph: Graph): string[][] {
  const found = [...graph.keys()].flatMap((file) => {
    const circle = circleOf(file, graph);
    return circle ? [circle] : [];
  });
  const seen = new Set<string>();
  return found.filter((circle) => {
    const members = [...new Set(circle)].sort().join();
    return !seen.has(members) && seen.add(members);
  });
}

it('finds a circle, and each only once', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', []],
  ]);
  expect(circles(graph)).toEqual([['a', 'b', 'c', 'a']]);
});

it('no file of the emulator imports itself by way of others', () => {
  const graph = new Map(sources(SRC).map((file) => [file, importsOf(file)]));
  expect(
    circles(graph).map(
      (circle) => `${circle.map((file) => file.replace(SRC, '')).join(' → ')}: put what both ends need into a file of its own`,
    ),
  ).toEqual([]);
});
