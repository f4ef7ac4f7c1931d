// Imports of the workspaces beside the emulator: what each may know of it, and who loads them.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sources } from './sources.ts';

interface Specified {
  readonly file: string;
  readonly specifier: string;
}

const specifiersIn = (file: string, text: string): Specified[] =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier = '']) => ({ file, specifier }));
const importsBelow = (folder: string): Specified[] => sources(folder).flatMap((file) => specifiersIn(file, readFileSync(file, 'utf8')));

const isForeign = ({ specifier }: Specified, known: readonly string[]): boolean =>
  !/^(node:|\.\.?\/|\$)/.test(specifier) && !known.includes(specifier);
const BUCKET = /(?<!\/)'hot-reload'/;
const isInside = ({ specifier }: Specified): boolean => /^(#|\.\.\/|cloud-emulator\/)/.test(specifier);
const LOADING = /(?<!^import type .*)(\bfrom|import\()\s*'cloud-emulator-[^']+'/gm;

/** How a file loads integrations, where it is no command, or loads them before their first use. */
const loadedWrongly = (file: string, text: string): string[] =>
  [...text.matchAll(LOADING)]
    .filter(([, how]) => how !== 'import(' || !file.startsWith('emulator/src/cli/commands/'))
    .map(([line]) => `${file}: ${line}`);

describe('hot-reload', () => {
  it('needs nothing but Node.js and the packages that it names', () => {
    const { dependencies, peerDependencies } = JSON.parse(readFileSync('hot-reload/package.json', 'utf8')) as Record<string, object>;
    const known = ['vitest', ...Object.keys({ ...dependencies, ...peerDependencies })];
    const others = importsBelow('hot-reload/').filter((each) => isForeign(each, known));
    expect(others.map(({ file, specifier }) => `${file} imports ${specifier}: take it as an argument`)).toEqual([]);
  });

  it('has one place that names the bucket', () => {
    const places = ['emulator/src/', 'hot-reload/src/', 'integrations/'].flatMap((folder) => sources(folder));
    const naming = places.filter((file) => !file.endsWith('.test.ts') && BUCKET.test(readFileSync(file, 'utf8')));
    // Apps load `local.ts` as it was compiled, without other files.
    expect(naming).toEqual(['hot-reload/src/folder/hot-marker.ts', 'integrations/cdk/src/local.ts']);
  });
});

describe('integrations', () => {
  it('know of the emulator what everybody knows', () => {
    const inside = importsBelow('integrations/').filter(isInside);
    expect(inside.map(({ file, specifier }) => `${file} imports ${specifier}: import 'cloud-emulator', or take it as an argument`)).toEqual(
      [],
    );
  });

  it('are loaded by commands only, and with their first use; types load nothing', () => {
    expect(sources('emulator/src/').flatMap((file) => loadedWrongly(file, readFileSync(file, 'utf8')))).toEqual([]);
  });
});

describe('the rule finds', () => {
  const planted = (specifier: string): Specified => specifiersIn('planted.ts', `import { a } from '${specifier}';`)[0]!;

  it('what hot-reload may not know, and the second place that names the bucket', () => {
    expect(['#core/ctx', 'cloud-emulator', 'yaml'].filter((each) => isForeign(planted(each), ['chokidar']))).toHaveLength(3);
    expect(['node:fs', './marker.ts', 'chokidar'].filter((each) => isForeign(planted(each), ['chokidar']))).toEqual([]);
    expect("const BUCKET = 'hot-reload';").toMatch(BUCKET);
    expect("import { a } from '#hot-reload/folder/marker';").not.toMatch(BUCKET);
  });

  it('what integrations may not know, and who may not load them', () => {
    expect(['#core/ctx', '../../emulator/src/main.ts', 'cloud-emulator/lib/arn'].filter((each) => !isInside(planted(each)))).toEqual([]);
    expect(['cloud-emulator', 'cloud-emulator-client/x', './a.ts'].filter((each) => isInside(planted(each)))).toEqual([]);
    const [command, other] = ['emulator/src/cli/commands/tf.ts', 'emulator/src/cli/main.ts'];
    expect(loadedWrongly(command, "import { a } from 'cloud-emulator-terraform/a';")).toHaveLength(1);
    expect(loadedWrongly(other, "await import('cloud-emulator-terraform/a');")).toHaveLength(1);
    expect(loadedWrongly(command, "await import('cloud-emulator-terraform/a');")).toEqual([]);
    expect(loadedWrongly(other, "import type { A } from 'cloud-emulator-terraform/a';")).toEqual([]);
  });
});
