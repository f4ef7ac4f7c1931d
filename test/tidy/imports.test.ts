// Rules of imports: a folder imports only from lower rungs; siblings are blind to each other; a service is blind to other services.
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, type Import, imports, importsIn, RUNGS } from './rungs.ts';
import { manifests, sources } from './sources.ts';

/** Types only: the generated models stand beside everything. `hot-reload` is a package below all, which knows nothing of the emulator. */
const ANYWHERE = new Set(['model', 'hot-reload']);

const isHelper = ({ file, specifier }: Import): boolean =>
  file.endsWith('.test.ts') && posix.join(posix.dirname(file), specifier).startsWith('test/support/');
const climbsByPath = (one: Import): boolean => one.specifier.startsWith('../') && !isHelper(one);
const climbsRungs = ({ from, to }: Import): boolean =>
  to !== '' && to !== from && !ANYWHERE.has(to) && !((RUNGS[to] ?? 99) < (RUNGS[from] ?? -1));
const serviceOf = (path: string): string | undefined => /services\/([^/]+)\//.exec(path)?.[1];
const leavesService = ({ file, specifier }: Import): boolean =>
  serviceOf(file) !== undefined && specifier.startsWith('#services/') && serviceOf(`${specifier}/`) !== serviceOf(file);
const startsPrograms = ({ file, specifier }: Import): boolean =>
  specifier === 'node:child_process' && !/lib\/child-process\.ts$|\/cli\/|\.test\.ts$/.test(file);
const leavesItsFolder = ({ file, from, specifier }: Import): boolean =>
  (specifier === 'lmdb' && from !== 'store') || (specifier === 'dockerode' && !file.includes('containers/docker/'));

/** Folders without a rung, and rungs without a folder. `main` is a file. */
const withoutPartner = (folders: readonly string[], rungs: readonly string[]): string[] => [
  ...[...new Set(folders)].filter((name) => !rungs.includes(name)),
  ...rungs.filter((name) => name !== 'main' && !folders.includes(name)),
];

const isTest = ({ file }: Import): boolean => file.endsWith('.test.ts');
const targetOf = ({ file, specifier }: Import): string =>
  specifier.startsWith('#') ? `emulator/src/${specifier.slice(1)}.ts` : posix.join(posix.dirname(file), specifier);

/** The files of emulator/src that tests import, and nothing else. */
function ofTestsAlone(all: readonly Import[]): string[] {
  const shipped = new Set(all.filter((one) => !isTest(one)).map(targetOf));
  const tested = new Set(all.filter(isTest).map(targetOf));
  return [...tested].filter((file) => file.startsWith('emulator/src/') && !shipped.has(file));
}

/** Imports of a manifest that load code, although nobody has called the service. */
const eagerImports = (manifest: string): string[] =>
  [...manifest.matchAll(/^import .* from '([^']+)'/gm)].map(([, specifier = '']) => specifier).filter((each) => each !== '#core/service');

describe('imports', () => {
  it('have a rung for every folder, and a folder for every rung', () => {
    expect(withoutPartner(sources('emulator/src/').map(folderOf), Object.keys(RUNGS))).toEqual([]);
  });

  const all = imports();

  it('never climb with ../, but where a test takes its helpers from test/support', () => {
    expect(all.filter(climbsByPath).map(({ file, specifier }) => `${file} imports ${specifier}: write #folder/file`)).toEqual([]);
  });

  it('of tests alone lead to no file of emulator/src, which holds what ships', () => {
    const names = sources('emulator/', /\.(ts|mjs)$/)
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => readFileSync(file, 'utf8'));
    const isEntry = (file: string): boolean => names.some((text) => text.includes(`${posix.basename(file, '.ts')}.`));
    const wrong = ofTestsAlone(all).filter((file) => existsSync(file) && !isEntry(file));
    expect(wrong.map((file) => `${file}: only tests import it; move it to test/support`)).toEqual([]);
  });

  it('go down the rungs only', () => {
    expect(
      all
        .filter(climbsRungs)
        .map(({ file, specifier }) => `${file} imports ${specifier}: hand it down from app.ts, or move it to a lower rung`),
    ).toEqual([]);
  });

  it('of a service reach no other service', () => {
    expect(
      all.filter(leavesService).map(({ file, specifier }) => `${file} imports ${specifier}: services call each other with ctx.call`),
    ).toEqual([]);
  });

  it('of manifests load nothing but core/service', () => {
    expect(manifests().flatMap((file) => eagerImports(readFileSync(file, 'utf8')).map((specifier) => ({ file, specifier })))).toEqual([]);
  });

  it('of node:child_process stay in lib/child-process, which passes on no descriptors', () => {
    expect(all.filter(startsPrograms)).toEqual([]);
  });

  it('of lmdb stay in the store, of dockerode in containers/docker', () => {
    expect(all.filter(leavesItsFolder)).toEqual([]);
  });
});

describe('the rule finds', () => {
  const planted = (file: string, specifier: string): Import => importsIn(`emulator/src/${file}`, `import { a } from '${specifier}';`)[0]!;

  it.each([
    ['a path that climbs', climbsByPath, 'core/time/clock.ts', '../kernel.ts'],
    ['a higher rung', climbsRungs, 'core/clock.ts', '#services/sqs/state'],
    ['a folder beside it', climbsRungs, 'store/disk.ts', '#protocol/models'],
    ['a folder without a rung', climbsRungs, 'cli/main.ts', '#nowhere/file'],
    ['another service', leavesService, 'services/sns/fan-out.ts', '#services/sqs/state'],
    ['programs that inherit descriptors', startsPrograms, 'services/lambda/run.ts', 'node:child_process'],
    ['the database outside of the store', leavesItsFolder, 'core/records.ts', 'lmdb'],
    ['Docker outside of its folder', leavesItsFolder, 'containers/choose.ts', 'dockerode'],
  ])('%s', (_, breaks, file, specifier) => {
    expect(breaks(planted(file, specifier))).toBe(true);
  });

  it.each([
    ['a helper of a test', climbsByPath, 'core/clock.test.ts', '../../../test/support/emulator.ts'],
    ['a lower rung', climbsRungs, 'services/sqs/state.ts', '#core/records'],
    ['a model', climbsRungs, 'lib/a.ts', '#model/sqs'],
    ['the same service', leavesService, 'services/sqs/move/tasks.ts', '#services/sqs/state'],
    ['programs of commands', startsPrograms, 'cli/tf.ts', 'node:child_process'],
    ['the database in the store', leavesItsFolder, 'store/disk.ts', 'lmdb'],
  ])('nothing in %s', (_, breaks, file, specifier) => {
    expect(breaks(planted(file, specifier))).toBe(false);
  });

  it('a folder without a rung, and a rung without a folder', () => {
    expect(withoutPartner(['core', 'nowhere'], ['core', 'main', 'gone'])).toEqual(['nowhere', 'gone']);
  });

  it('a file of emulator/src that only a test imports', () => {
    const all = [planted('core/a.test.ts', './a.ts'), planted('core/a.test.ts', '#core/b'), planted('core/c.ts', './b.ts')];
    expect(ofTestsAlone(all)).toEqual(['emulator/src/core/a.ts']);
  });

  it('a manifest that loads code', () => {
    const manifest =
      "import { service } from '#core/service';\nimport { queues } from './state.ts';\nconst f = () => import('./queues.ts');";
    expect(eagerImports(manifest)).toEqual(['./state.ts']);
  });
});
