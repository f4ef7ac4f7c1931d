// The Java bootstrap: compiled once with a JDK of this machine, kept as a jar named by the hash of its sources.

import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cacheFolder, pruneCache } from '#lib/cache-folder';
import { runCommand } from '#lib/child-process';
import { assetPath } from './assets.ts';
import { compilerAmong, OLDEST_JAVA } from './find-java.ts';
import { exists, type Interpreter } from './version-folders.ts';

export const JAVA_JAR = 'bootstrap.jar';

/** The folder of the jar. @throws with a sentence that suits a function's StateReason */
export async function javaBootstrap(found: readonly Interpreter[], cacheDir = cacheFolder('java')): Promise<string> {
  const sources = await sourcesOf(assetPath('java'));
  const folder = join(cacheDir, sources.hash);
  // In a sandbox another user reads it.
  const readable = () => chmod(folder, 0o755).then(() => folder);
  if (await exists(join(folder, JAVA_JAR))) return readable();
  const compiler = await compilerAmong(found);
  if (compiler === undefined) {
    const places = found.map(({ path }) => dirname(path)).join(', ');
    throw new Error(`what runs Java functions is compiled once, and there is no compiler (javac) in ${places}: install a JDK`);
  }
  await mkdir(cacheDir, { recursive: true });
  const making = await mkdtemp(join(cacheDir, '.making-'));
  try {
    const classes = join(making, 'classes');
    const flags = ['--release', String(OLDEST_JAVA), '-proc:none', '-nowarn', '-Xlint:-options', '-encoding', 'UTF-8', '-d', classes];
    await runCommand(compiler, [...flags, ...sources.files]);
    await runCommand(join(dirname(compiler), 'jar'), ['--create', '--file', join(making, JAVA_JAR), '-C', classes, '.']);
    await rm(classes, { recursive: true });
    await rename(making, folder).catch(async (error: unknown) => {
      // Another process was faster.
      if (!(await exists(join(folder, JAVA_JAR)))) throw error;
    });
    await pruneCache(cacheDir, (name) => name !== sources.hash);
    return await readable();
  } catch (cause) {
    throw new Error(`what runs Java functions could not be compiled with ${compiler}: ${(cause as Error).message.trim()}`, { cause });
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

async function sourcesOf(folder: string): Promise<{ files: string[]; hash: string }> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.java')).sort();
  const hash = createHash('sha256').update(String(OLDEST_JAVA));
  for (const name of names) hash.update(name).update(await readFile(join(folder, name)));
  return { files: names.map((name) => join(folder, name)), hash: hash.digest('hex').slice(0, 16) };
}
