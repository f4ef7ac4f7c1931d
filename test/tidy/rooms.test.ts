// Folders within a service: an arrow between two of them goes one way, so that each can be read without the other.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { sources } from './sources.ts';

/** The folder of a file as `service/folder/…`; undefined for files at the root of a service. */
const roomOf = (path: string): string | undefined => /^emulator\/src\/services\/([^/]+\/.+)\/[^/]+$/.exec(path)?.[1];

/**
 * The two folders beside each other in which two rooms of one service lie: `rest` and `http` for `rest/integrations` and `http`. Undefined if they lie in different
 * services, or if one is or holds the other: a folder and the folders in it are one room to each other.
 */
function siblings(one: string, other: string): readonly [string, string] | undefined {
  const [a, b] = [one.split('/'), other.split('/')];
  const depth = a.findIndex((name, i) => name !== b[i]);
  if (depth < 1 || depth >= b.length) return undefined;
  return [a.slice(0, depth + 1).join('/'), b.slice(0, depth + 1).join('/')];
}

function fileOf(specifier: string, from: string): string | undefined {
  if (specifier.startsWith('#services/')) return `emulator/src/${specifier.slice(1)}.ts`;
  return specifier.startsWith('./') ? join(dirname(from), specifier) : undefined;
}

/** Pairs of folders of one service that import each other, each with an import of the thinner direction. */
function pairsIn(files: readonly (readonly [path: string, text: string])[]): ReadonlyMap<string, string> {
  const arrows = new Map<string, string[]>();
  for (const [file, text] of files) {
    const from = roomOf(file);
    if (from === undefined) continue;
    for (const [, specifier = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
      const target = fileOf(specifier, file);
      const to = target && roomOf(target);
      const sides = to === undefined ? undefined : siblings(from, to);
      if (!sides) continue;
      const arrow = sides.join(' → ');
      arrows.set(arrow, [...(arrows.get(arrow) ?? []), `${file} imports ${specifier}`]);
    }
  }
  const pairs = new Map<string, string>();
  for (const [arrow, there] of [...arrows].sort()) {
    const [from = '', to = ''] = arrow.split(' → ');
    const back = arrows.get(`${to} → ${from}`);
    if (!back || from > to) continue;
    pairs.set(`${from} ↔ ${to}`, (there.length <= back.length ? there : back)[0]!);
  }
  return pairs;
}

it('folders of a service import each other in one direction only', () => {
  const files = sources('emulator/src/services/').filter((file) => !/\.test\.ts$|\/testing\//.test(file));
  const pairs = pairsIn(files.map((file) => [file, readFileSync(file, 'utf8')] as const));
  const advice = 'move what both need into the lower folder, or hand it down as an argument';
  expect([...pairs].map(([pair, example]) => `${pair}: ${example}: ${advice}`)).toEqual([]);
});

it('finds a pair, by either way of writing an import, and none between a folder and its own folders', () => {
  const planted = [
    ['emulator/src/services/sqs/queues/a.ts', "import { b } from '#services/sqs/messages/b';"],
    ['emulator/src/services/sqs/messages/b.ts', "const { a } = await import('#services/sqs/queues/a');"],
    ['emulator/src/services/sqs/messages/inner/c.ts', "import { b } from '#services/sqs/messages/b';"],
    ['emulator/src/services/sqs/messages/d.ts', "import { c } from './inner/c.ts';"],
    ['emulator/src/services/sqs/index.ts', "import { a } from './queues/a.ts';"],
    ['emulator/src/services/sns/topics/deep/e.ts', "import { f } from '#services/sns/publish/f';"],
    ['emulator/src/services/sns/publish/f.ts', "import { g } from '#services/sns/topics/other/g';"],
  ] as const;
  expect([...pairsIn(planted).keys()]).toEqual(['sns/publish ↔ sns/topics', 'sqs/messages ↔ sqs/queues']);
});
