// `npm run image`: stages the bundle with the compiled packages of this platform, and builds the image. `BASE` names another base, with Node 20.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TAG = process.env['IMAGE'] ?? 'cloud-emulator';

const context = mkdtempSync(join(tmpdir(), 'cloud-emulator-image-'));
try {
  const own = ['package.json', 'dist', 'models/dist', 'NOTICE', 'LICENSE', 'THIRD-PARTY-LICENCES.md'];
  for (const path of own) copy(join('emulator', path), (file) => !/models\/dist\/.*\.ts$/.test(file));
  for (const name of compiledPackages()) copy(join('node_modules', name));
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

/** The compiled packages that are installed here: each platform has its own. */
function compiledPackages(): string[] {
  if (readdirSync(join(ROOT, 'emulator/dist')).length === 0) throw new Error('there is no bundle: npm run build');
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'emulator/package.json'), 'utf8')) as Record<string, object>;
  return Object.keys(optionalDependencies ?? {}).filter((name) => existsSync(join(ROOT, 'node_modules', name)));
}
