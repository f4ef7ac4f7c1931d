// Rules of imports: a folder imports only from lower rungs; siblings are blind to each other; a service is blind to other services.
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SERVICE_MODELS } from '../../emulator/models/build/services.ts';
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

describe('imports', () => {
  it('have a rung for every folder, and a folder for every rung', () => {
    const folders = new Set(sources('emulator/src/').map(folderOf));
    expect([...folders].sort()).toEqual(
      Object.keys(RUNGS)
        .filter((name) => name !== 'main')
        .sort(),
    );
  });

  const all = imports();

  it('never climb with ../, but where a test takes its helpers from test/support', () => {
    expect(all.filter(climbsByPath).map(({ file, specifier }) => `${file} imports ${specifier}: write #folder/file`)).toEqual([]);
  });

  it('of tests alone lead to no file of emulator/src, which holds what ships', () => {
    const target = ({ file, specifier }: Import): string =>
      specifier.startsWith('#') ? `emulator/src/${specifier.slice(1)}.ts` : posix.join(posix.dirname(file), specifier);
    const isTest = ({ file }: Import): boolean => file.endsWith('.test.ts');
    const shipped = new Set(all.filter((one) => !isTest(one)).map(target));
    const names = sources('emulator/', /\.(ts|mjs)$/)
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => readFileSync(file, 'utf8'));
    const isEntry = (file: string): boolean => names.some((text) => text.includes(`${posix.basename(file, '.ts')}.`));
    const wrong = new Set(
      all
        .filter(isTest)
        .map(target)
        .filter((file) => file.startsWith('emulator/src/') && existsSync(file) && !shipped.has(file)),
    );
    expect([...wrong].filter((file) => !isEntry(file)).map((file) => `${file}: only tests import it; move it to test/support`)).toEqual([]);
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
    const eager = manifests().flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^import .* from '([^']+)'/gm)].map(([, specifier]) => ({ file, specifier })),
    );
    expect(eager.filter(({ specifier }) => specifier !== '#core/service')).toEqual([]);
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
});

const importsBelow = (folder: string): { readonly file: string; readonly specifier: string }[] =>
  sources(folder).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier = '']) => ({ file, specifier })),
  );

describe('hot-reload', () => {
  const found = importsBelow('hot-reload/');

  it('needs nothing but Node.js and the packages that it names', () => {
    const { dependencies, peerDependencies } = JSON.parse(readFileSync('hot-reload/package.json', 'utf8')) as Record<string, object>;
    const known = ['vitest', ...Object.keys({ ...dependencies, ...peerDependencies })];
    const others = found.filter(({ specifier }) => !/^(node:|\.\.?\/|\$)/.test(specifier) && !known.includes(specifier));
    expect(others.map(({ file, specifier }) => `${file} imports ${specifier}: take it as an argument`)).toEqual([]);
  });

  it('has one place that names the bucket', () => {
    const places = ['emulator/src/', 'hot-reload/src/', 'integrations/'].flatMap((folder) => sources(folder));
    const naming = places.filter((file) => !file.endsWith('.test.ts') && /(?<!\/)'hot-reload'/.test(readFileSync(file, 'utf8')));
    // Apps load `local.ts` as it was compiled, without other files.
    expect(naming).toEqual(['hot-reload/src/folder/hot-marker.ts', 'integrations/cdk/src/local.ts']);
  });
});

describe('integrations', () => {
  const found = importsBelow('integrations/');

  it('know of the emulator what everybody knows', () => {
    const inside = found.filter(({ specifier }) => /^(#|\.\.\/|cloud-emulator\/)/.test(specifier));
    expect(inside.map(({ file, specifier }) => `${file} imports ${specifier}: import 'cloud-emulator', or take it as an argument`)).toEqual(
      [],
    );
  });

  it('are loaded by commands only, and with their first use; types load nothing', () => {
    const loading = sources('emulator/src/').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?<!^import type .*)(\bfrom|import\()\s*'cloud-emulator-[^']+'/gm)].map(([, how]) => ({
        file,
        how,
      })),
    );
    expect(loading.filter(({ file, how }) => how !== 'import(' || !file.startsWith('emulator/src/cli/commands/'))).toEqual([]);
  });
});

describe('shared code', () => {
  const SERVICES = Object.keys(SERVICE_MODELS).join('|');
  /** Principals of every call are ARNs of identities: shared code reads those. */
  const NOT_IDENTITIES = Object.keys(SERVICE_MODELS)
    .filter((id) => id !== 'iam' && id !== 'sts')
    .join('|');
  const shared = (...folders: string[]): string[] =>
    folders.flatMap((folder) => {
      const found = sources(`emulator/src/${folder}/`);
      if (found.length === 0) throw new Error(`emulator/src/${folder} is not there: a rule that names it guards nothing`);
      return found.filter((file) => !/\.test\.ts$|-fixture\.ts$|\/testing\/|core\/policy\//.test(file));
    });
  /** Every folder below the services, and the services' neighbours; `sam` writes templates, which name services. */
  const ALL = Object.keys(RUNGS).filter((folder) => !['sam', 'services', 'top', 'main', 'testing', 'cli'].includes(folder));
  /** `logs` and `events` are words of the APIs for extensions there. */
  const OF_FUNCTIONS = ['runtime-init', 'containers'];
  const code = (file: string): string => readFileSync(file, 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '');

  it('knows no service by name', () => {
    const compared = new RegExp(`(?:===|!==|case)\\s*'(?:${SERVICES})'`);
    const found = shared(...ALL.filter((folder) => !OF_FUNCTIONS.includes(folder))).filter((file) => compared.test(code(file)));
    expect(found.map((file) => `${file}: let the service declare its own answer in its manifest`)).toEqual([]);
  });

  it('knows no service by its ARNs or its principal', () => {
    const named = new RegExp(`arn:[^:\\s]*:(?:${NOT_IDENTITIES}):|\\b(?:${NOT_IDENTITIES})\\.amazonaws\\.com`);
    const found = shared(...ALL.filter((folder) => folder !== 'gateway' && folder !== 'protocol')).filter((file) => named.test(code(file)));
    expect(found.map((file) => `${file}: let the service declare its own answer in its manifest`)).toEqual([]);
  });

  it('names nothing that only one sender writes into dead letters', () => {
    const found = shared('core', 'delivery').filter((file) => /RULE_ARN|EXHAUSTED_RETRY|ERROR_CODE|RequestID/.test(code(file)));
    expect(found.map((file) => `${file}: the sender's describeFailure says it`)).toEqual([]);
  });
});
