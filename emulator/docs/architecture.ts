// Generates docs/architecture.svg from the sources: rungs and imports are those of test/tidy, sizes are rounded so that few changes alter the picture.
import { folderOf, imports, RUNGS } from '../../test/tidy/rungs.ts';
import { read, sources } from '../../test/tidy/sources.ts';
import { type Box, chips, drawn, label, type Part, panel } from './boxes.ts';

const FOLDERS: Readonly<Record<string, { readonly title?: string; readonly purpose: string }>> = {
  cli: { purpose: 'the command emulator' },
  testing: { purpose: 'for tests of users' },
  main: { title: 'main.ts', purpose: 'the public API: startEmulator' },
  top: { title: 'app.ts, boot.ts …', purpose: 'makes every object with a lifetime, and hands it down' },
  services: { purpose: 'a folder each: operations, records, targets, resource types' },
  gateway: { purpose: 'the one port' },
  'init-scripts': { purpose: 'scripts of the user' },
  dns: { purpose: 'a name server' },
  mcp: { purpose: 'tools for agents' },
  delivery: { purpose: 'outbox, retries, dead letters' },
  polling: { purpose: 'reads sources in batches' },
  resources: { purpose: 'what resource types share' },
  store: { purpose: 'trees in memory, lmdb, blobs' },
  protocol: { purpose: 'codecs, checks, signatures' },
  containers: { purpose: 'where functions run' },
  core: { purpose: 'kernel, dispatch, context, time, policies: what an operation is, and how it runs' },
  'runtime-init': { purpose: "drives a function's process" },
  config: { purpose: 'the table of options' },
  sam: { purpose: 'a compiler of templates' },
  lib: { purpose: 'pure values: ARNs, schedules, patterns, expressions' },
};

/** @throws Error for a rung's folder that the table leaves out */
function folderNamed(name: string): { readonly title?: string; readonly purpose: string } {
  const folder = FOLDERS[name];
  if (folder) return folder;
  throw new Error(`Say in FOLDERS of emulator/docs/architecture.ts what emulator/src/${name} is for.`);
}

const BESIDE: readonly (readonly [folder: string, purpose: string])[] = [
  ['emulator/explorer', 'the web page; public APIs alone'],
  ['emulator/models', 'read at build time: #model'],
  ['hot-reload', 'knows nothing of the emulator'],
  ['integrations', 'CDK, Terraform; public API alone'],
  ['templates', 'what emulator new writes'],
  ['examples', 'small apps, run by tests'],
];

const isShipped = (file: string): boolean => !file.endsWith('.test.ts');
const linesIn = (files: readonly string[]): number => files.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0);
const codeUnder = (folder: string): string[] => sources(`${folder}/`, /(?<!\.d)\.tsx?$/).filter((file) => !file.includes('/dist/'));
const linesUnder = (folder: string): number => linesIn(codeUnder(folder).filter(isShipped));
const testLines = (folder: string): number => linesIn(codeUnder(folder));

function folderLines(folder: string): number {
  const entries = ['emulator/src/main.ts', 'emulator/src/api.ts'];
  if (folder === 'main') return linesIn(entries);
  const own = (file: string): boolean => folderOf(file) === folder && isShipped(file) && !entries.includes(file);
  return linesIn(sources('emulator/src/').filter(own));
}

/** The subfolders of a folder with their sizes. */
function parts(folder: string, linesOf: (subfolder: string) => number): Part[] {
  const [, ...inside] = [
    ...new Set([
      folder,
      ...codeUnder(folder).map((file) =>
        file
          .split('/')
          .slice(0, folder.split('/').length + 1)
          .join('/'),
      ),
    ]),
  ];
  return inside
    .filter((each) => !each.endsWith('.ts'))
    .sort()
    .map((each) => ({ name: each.slice(folder.length + 1), lines: linesOf(each) }));
}

const WIDTH = 1240;
const MAIN = { x: 56, width: 880 };
const SIDE = { x: 962, width: 262 };
const SERVICES_WIDTH = 664;
const TOP = 76;
const GAP = 12;
const LOW = 58;
const HIGH = 206;
const HEAD = 56;
const INSIDE = 14;

type Area = Pick<Box, 'x' | 'y' | 'width' | 'height'>;

/** The part of a box below its texts. */
const belowTexts = ({ x, y, width, height }: Area): Area => ({
  x: x + INSIDE,
  y: y + HEAD,
  width: width - 2 * INSIDE,
  height: height - HEAD - INSIDE,
});

/** How many folders import each folder. */
function importers(): ReadonlyMap<string, number> {
  const between = imports().filter(({ file, from, to }) => isShipped(file) && to in RUNGS && from !== to);
  return new Map(Object.keys(RUNGS).map((name) => [name, new Set(between.filter(({ to }) => to === name).map(({ from }) => from)).size]));
}

/** Boxes side by side; services have three quarters of theirs, and their neighbours stand on top of each other. */
function areasOf(names: readonly string[], y: number, height: number): readonly Area[] {
  if (!names.includes('services')) {
    const width = (MAIN.width - GAP * (names.length - 1)) / names.length;
    return names.map((_, i) => ({ x: MAIN.x + i * (width + GAP), y, width, height }));
  }
  const small = (height - GAP * (names.length - 2)) / (names.length - 1);
  const beside = { x: MAIN.x + SERVICES_WIDTH + GAP, width: MAIN.width - SERVICES_WIDTH - GAP, height: small };
  const others = names.filter((name) => name !== 'services');
  return names.map((name) =>
    name === 'services' ? { x: MAIN.x, y, width: SERVICES_WIDTH, height } : { ...beside, y: y + others.indexOf(name) * (small + GAP) },
  );
}

function rungs(): { readonly pieces: readonly string[]; readonly bottom: number } {
  const counts = importers();
  const pieces: string[] = [];
  let y = TOP;
  for (const rung of [...new Set(Object.values(RUNGS))].sort((a, b) => b - a)) {
    const names = Object.keys(RUNGS).filter((name) => RUNGS[name] === rung);
    const height = names.includes('services') ? HIGH : LOW;
    pieces.push(label(String(rung), 30, y + height / 2 + 7, 'rung'));
    for (const [i, area] of areasOf(names, y, height).entries()) {
      const name = names[i]!;
      const count = counts.get(name) ?? 0;
      const { title = name, purpose } = folderNamed(name);
      pieces.push(panel({ ...area, name: title, purpose, lines: folderLines(name), note: count === 0 ? '' : `used by ${count}` }));
      if (name === 'services') pieces.push(chips(parts('emulator/src/services', linesUnder), belowTexts(area), 6));
    }
    y += height + GAP;
  }
  return { pieces, bottom: y - GAP };
}

/** The column beside the rungs; the tests take the rest of its height. */
function neighbours(bottom: number): readonly string[] {
  const boxes = BESIDE.map(([name, purpose], i) =>
    panel({ ...SIDE, y: TOP + i * (LOW + GAP), height: LOW, name, purpose, lines: linesUnder(name), note: '' }),
  );
  const y = TOP + BESIDE.length * (LOW + GAP);
  const tests = { ...SIDE, y, height: bottom - y };
  const all = panel({ ...tests, name: 'test', purpose: 'CONTRIBUTING.md explains each', lines: testLines('test'), note: '' });
  return [...boxes, all, chips(parts('test', testLines), belowTexts(tests), 2)];
}

export function architecturePicture(): string {
  const { pieces, bottom } = rungs();
  const texts = [
    label('emulator/src', MAIN.x, 34, 'title'),
    label('A folder imports only from the rungs below its own. “used by”: how many folders import it.', MAIN.x, 56, 'small'),
    label('beside it', SIDE.x, 34, 'title'),
    label('numbers: lines of code, rounded', SIDE.x, 56, 'small'),
  ];
  return drawn([...texts, ...pieces, ...neighbours(bottom)], WIDTH, bottom + 20);
}
