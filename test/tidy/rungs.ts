// The rungs of the folders under emulator/src, and the imports between them, for the rules and for the picture of the architecture.
import { read, sources } from './sources.ts';

/** Rungs of the folders under emulator/src; what stands at the top (app.ts, main.ts …) sees everything below it. */
export const RUNGS: Readonly<Record<string, number>> = {
  lib: 0,
  'runtime-init': 1,
  config: 1,
  sam: 1,
  core: 2,
  store: 3,
  protocol: 3,
  containers: 3,
  delivery: 4,
  polling: 4,
  resources: 4,
  services: 5,
  gateway: 5,
  'init-scripts': 5,
  dns: 5,
  mcp: 5,
  top: 6,
  main: 7,
  testing: 8,
  cli: 8,
};

export interface Import {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly specifier: string;
}

export const folderOf = (path: string): string => {
  const [, folder] = /^emulator\/src\/([^/]+)\//.exec(path) ?? [];
  return folder ?? 'top';
};

export const importsIn = (file: string, text: string): Import[] =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier = '']) => ({
    file,
    from: folderOf(file),
    to: specifier.startsWith('#') ? (specifier.slice(1).split('/')[0] ?? '') : '',
    specifier,
  }));

export const imports = (): Import[] => sources('emulator/src/').flatMap((file) => importsIn(file, read(file)));
