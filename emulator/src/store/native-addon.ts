// Loads the compiled part of a package from the package that its author publishes for this platform.
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** As the authors name the files: by the version of V8's interface, or by that of Node-API, and by the C library. */
interface Platform {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** The version of the interface of Node's native modules: `115`. */
  readonly abi: string;
  readonly isMusl: boolean;
}

const thisPlatform = (): Platform => ({
  platform: process.platform,
  arch: process.arch,
  abi: process.versions.modules,
  isMusl: process.platform === 'linux' && !hasGlibc(),
});

const hasGlibc = (): boolean => 'glibcVersionRuntime' in (process.report.getReport() as { header: object }).header;

/** @throws Error where nothing is published for this platform, or was not installed */
export function loadAddon(name: string): unknown {
  const here = thisPlatform();
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve(`${name}-${here.platform}-${here.arch}/package.json`));
  const file = addonFile(readdirSync(folder), here);
  if (!file) throw new Error(`${folder} has no file for Node ${process.version} on ${here.platform} ${here.arch}.`);
  return require(join(folder, file)) as unknown;
}

/** The file made for this very version of Node where there is one: it calls V8 directly. Exported for its test. */
export function addonFile(files: readonly string[], { abi, isMusl }: Platform): string | undefined {
  const fits = files.filter((file) => {
    const tags = file.split('.');
    return tags.at(-1) === 'node' && !tags.includes(isMusl ? 'glibc' : 'musl');
  });
  return fits.find((file) => file.includes(`.abi${abi}.`)) ?? fits.find((file) => file.includes('.napi.'));
}
