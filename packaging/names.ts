// The names and addresses under which the project is published, kept in names.json: scripts read them here, tests compare everything else with them.
import { readFileSync } from 'node:fs';

interface Names {
  readonly product: string;
  readonly package: string;
  /** `npm create …` finds it by its name. */
  readonly createPackage: string;
  readonly command: string;
  readonly image: string;
  readonly action: string;
  /** An address that git clones, `https://…`; empty until it is decided. Provenance needs it (https://docs.npmjs.com/generating-provenance-statements). */
  readonly repository: string;
  /** Empty until it is decided. */
  readonly homepage: string;
  /** An address of a page or a mailbox; empty until it is decided. */
  readonly support: string;
}

export const NAMES = JSON.parse(readFileSync(new URL('names.json', import.meta.url), 'utf8')) as Names;

/** The folders of the packages that are published, which have one version, with their names. */
export const PUBLISHED = { emulator: NAMES.package, 'integrations/create': NAMES.createPackage } as const;

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  repository?: object;
  homepage?: string;
  bugs?: object;
}

/** The manifest of a published package with what names.json says of it, in that version. */
export function publishedManifest<M extends Manifest>(manifest: M, folder: keyof typeof PUBLISHED, version: string, names = NAMES): M {
  const named: M = { ...manifest, name: PUBLISHED[folder], version };
  if (named.dependencies?.[names.package] !== undefined) named.dependencies = { ...named.dependencies, [names.package]: version };
  if (names.repository) named.repository = { type: 'git', url: `git+${names.repository}`, directory: folder };
  if (names.homepage) named.homepage = names.homepage;
  if (names.support) named.bugs = names.support.includes('@') ? { email: names.support } : { url: names.support };
  return named;
}
