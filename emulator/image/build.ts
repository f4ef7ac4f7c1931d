// `npm run image`: stages the bundle with the packages that it does not contain, and builds the image. `BASE` names another base, with Node 20.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXTERNAL } from '../bundle.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TAG = process.env['IMAGE'] ?? 'cloud-emulator';

const context = mkdtempSync(join(tmpdir(), 'cloud-emulator-image-'));
try {
  const own = ['package.json', 'dist', 'models/dist', 'NOTICE', 'LICENSE', 'THIRD-PARTY-LICENCES.md'];
  for (const path of own) copy(join('emulator', path), (file) => !/models\/dist\/.*\.ts$/.test(file));
  for (const name of closure(EXTERNAL)) copy(join('node_modules', name));
  for (const name of ['Dockerfile', 'healthcheck.mjs']) cpSync(join(ROOT, 'emulator/image', name), join(context, name));
  const base = process.env['BASE'] ? ['--build-arg', `BASE=${process.env['BASE']}`] : [];
  execFileSync('docker', ['build', ...base, '--tag', TAG, context], { stdio: 'inherit' });
} finally {
  rmSync(context, { recursive: true, force: true });
}

function copy(path: string, wanted: (file: string) => boolean = () => true): void {
  mkdirSync(join(context, path, '..'), { recursive: true });
  cpSync(join(ROOT, path), join(context, path), { recursive: true, filter: wanted });
}

/** The packages and all that they need, as far as they are installed here (each platform has its own binaries). */
function closure(names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const file = join(ROOT, 'node_modules', name, 'package.json');
    if (found.has(name) || !existsSync(file)) return;
    found.add(name);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>;
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) visit(needed);
  };
  for (const name of names) visit(name);
  if (readdirSync(join(ROOT, 'emulator/dist')).length === 0) throw new Error('there is no bundle: npm run build');
  return found;
}
