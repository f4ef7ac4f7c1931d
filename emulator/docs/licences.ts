// Generates the page of licences from the packages that the emulator needs at run time.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

const PACKAGE = fileURLToPath(new URL('../', import.meta.url));
const read = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** The package's folder as Node resolves it: in the nearest node_modules that has it. */
function find(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === dirname(folder)) return undefined;
  }
}

function tree(): { manifest: Manifest; folder: string }[] {
  const seen = new Map<string, { manifest: Manifest; folder: string }>();
  const visit = (folder: string, names: Record<string, string> = {}): void => {
    for (const name of Object.keys(names)) {
      const found = find(name, folder);
      if (!found || seen.has(found)) continue;
      seen.set(found, { manifest: read(found), folder: found });
      visit(found, read(found).dependencies);
    }
  };
  // The bundle contains the development dependencies.
  const { dependencies, devDependencies } = read(PACKAGE);
  visit(PACKAGE, { ...dependencies, ...devDependencies });
  // Workspaces of this project that the bundle contains.
  const others = [...seen.values()].filter(({ manifest }) => !manifest.name.startsWith('cloud-emulator'));
  return others.sort((a, b) => (a.manifest.name < b.manifest.name ? -1 : 1));
}

const licenceText = (folder: string): string | undefined => {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  return file === undefined ? undefined : readFileSync(join(folder, file), 'utf8').trim();
};

/** The init program is not in the tree of packages: bun compiles it, and its file contains bun with bun's libraries. */
const INIT_PROGRAM = `## The init program of function containers

\`/var/rapid/init\` is our own (Apache-2.0), compiled with bun. The file contains bun (MIT) and, statically linked, JavaScriptCore, a part of
WebKit, under the LGPL-2.1 (parts under the LGPL-2.0), besides libraries under MIT, BSD, Apache-2.0 and ISC that bun's own licence page lists.
\`init-program/README.md\` says how to compile it with a JavaScriptCore of one's own: its sources are in this package.`;

/** The packages that the page lists: what the bundle may contain. */
export const packagesInside = (): { name: string; version: string }[] =>
  tree().map(({ manifest: { name, version } }) => ({ name, version }));

export function licencesPage(): string {
  const packages = tree();
  const rows = packages.map(({ manifest: { name, version, license } }) => `| ${name} | ${version} | ${license ?? 'see below'} |`);
  const texts = new Map<string, string[]>();
  for (const { manifest, folder } of packages) {
    const text = licenceText(folder);
    if (text) texts.set(text, [...(texts.get(text) ?? []), manifest.name]);
  }
  return `# Licences of the packages in the emulator

\`npm run docs\` generates this page from the tree of packages. The emulator itself is under the Apache License 2.0 (LICENSE, NOTICE).

| package | version | licence |
| --- | --- | --- |
${rows.join('\n')}

${INIT_PROGRAM}

${[...texts].map(([text, names]) => `## ${names.join(', ')}\n\n\`\`\`text\n${text}\n\`\`\`\n`).join('\n')}`;
}
