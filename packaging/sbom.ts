// `npm run sbom -- sbom.json`: writes the bill of materials of the package, in the form of CycloneDX: what the bundle may contain, and the compiled
// packages that come beside it. `npm sbom` makes it of the lock file; what only builds and tests is taken away.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagesInside } from '../emulator/docs/licences.ts';
import { NAMES } from './names.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Component {
  readonly 'bom-ref': string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly scope?: string;
  readonly purl: string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

/** Members of https://cyclonedx.org/docs/1.5/json that are used here. */
export interface BillOfMaterials {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

export function billOfMaterials(): BillOfMaterials {
  const all = billOfWorkspaces();
  const own = all.components.find(({ 'bom-ref': ref }) => ref.startsWith(`${NAMES.package}@`))!;
  const { optionalDependencies = {} } = json<{ optionalDependencies?: Record<string, string> }>('emulator/package.json');
  const beside = Object.entries(optionalDependencies).map(([name, version]) => `${name}@${version}`);
  const inside = new Set([...packagesInside().map(({ name, version }) => `${name}@${version}`), ...beside]);
  const components = all.components
    .filter(({ 'bom-ref': ref }) => inside.has(ref))
    // The lock file calls what is bundled a package for development.
    .map((component) => ({
      ...component,
      scope: beside.includes(component['bom-ref']) ? 'optional' : 'required',
      properties: (component.properties ?? []).filter(({ name }) => name !== 'cdx:npm:package:development'),
    }));
  const component = { ...own, type: 'application', name: NAMES.package };
  const kept = new Set(components.map(({ 'bom-ref': ref }) => ref));
  const needed = all.dependencies.filter(({ ref }) => kept.has(ref));
  const dependencies = needed.map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) }));
  const first = { ref: own['bom-ref'], dependsOn: [...kept].sort() };
  return { ...all, metadata: { ...all.metadata, component }, components, dependencies: [first, ...dependencies] };
}

/** The bill of all workspaces. npm makes none for a project without a version, so it gets the manifests with one. */
function billOfWorkspaces(): BillOfMaterials {
  const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
  try {
    const { workspaces, ...manifest } = json<{ workspaces: string[] }>('package.json');
    for (const path of workspaces.map((workspace) => `${workspace}/package.json`)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      cpSync(join(ROOT, path), join(folder, path));
    }
    const lock = json<{ packages: Record<string, object> }>('package-lock.json');
    const packages = { ...lock.packages, '': { ...lock.packages[''], version: '0.0.0' } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, workspaces, version: '0.0.0' }));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages, version: '0.0.0' }));
    const words = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--workspace', NAMES.package];
    return JSON.parse(execFileSync('npm', words, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 })) as BillOfMaterials;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function json<T>(path: string): T {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = process.argv[2] ?? 'sbom.json';
  const bill = billOfMaterials();
  writeFileSync(path, `${JSON.stringify(bill, undefined, 2)}\n`);
  console.log(`${path}: ${bill.components.length} packages`);
}
