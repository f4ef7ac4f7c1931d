// Code that functions take straight from its folder: a bucket of a certain name, with the path of the folder as the key.
import { dirname, join } from 'node:path';
import type { BuildRequest } from './build-request.ts';
import { entryPoints } from './esbuild-build.ts';
import { needsInstall, packageFile } from './node-build.ts';

/**
 * The folder that holds the handler's file: that of the code, or for bundled functions the folder that SAM makes the root of what it bundles.
 * Undefined for layers, of which a function can take only one from a folder, and for code that make puts together.
 */
export function hotFolder({ source, isLayer, metadata, logicalId, tell }: BuildRequest): string | undefined {
  const method = metadata['BuildMethod'];
  if (isLayer || method === 'makefile') return undefined;
  if (method === 'esbuild') return join(source, commonFolder(entryPoints({ source, metadata, logicalId })));
  const manifest = packageFile(source);
  if (manifest && needsInstall(manifest)) tell(`${logicalId} runs from ${source}: its dependencies are those that are installed there.`);
  return source;
}

/** esbuild writes its results as if this folder were the root. */
export function commonFolder(files: readonly string[]): string {
  const [first = [], ...others] = files.map((file) => dirname(file).split('/'));
  const differs = first.findIndex((part, depth) => others.some((other) => other[depth] !== part));
  return (differs < 0 ? first : first.slice(0, differs)).join('/') || '.';
}
