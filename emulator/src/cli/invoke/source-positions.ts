// Leads the frames of a function's stack back to the files that a person edits: through source maps, and from /var/task to the folder.
import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cloudRequest } from '#cli/cloud-request';
import { type FunctionScope, functionPath } from '#cli/functions';
import { readArchiveFile } from './archive-file.ts';

/** Reads a file of the function's code by its path below /var/task; undefined if the file does not exist. */
type ReadCode = (path: string) => Promise<string | undefined>;

interface Code {
  /** The folder from which it runs, where it runs from one. */
  readonly folder?: string | undefined;
  readonly read: ReadCode;
}

const NODE_FRAME = /^(\s*at .*?\(?)(?:file:\/\/)?\/var\/task\/([^():]+):(\d+):(\d+)(\)?)$/;
const FILE_FRAME = /\/var\/task\/([^"'():\s]+)/;

/** The stack with positions in sources where they are known; other frames stay as they are. */
export async function sourcePositions(
  stack: readonly string[],
  name: string,
  qualifier: string | undefined,
  scope: FunctionScope,
): Promise<string[]> {
  if (!stack.some((line) => line.includes('/var/task/'))) return [...stack];
  const code = await codeOf(name, qualifier, scope).catch(() => undefined);
  if (!code) return [...stack];
  const maps = new Map<string, Promise<SourceMap | undefined>>();
  const mapOf = (path: string): Promise<SourceMap | undefined> => {
    const known = maps.get(path) ?? sourceMapOf(path, code.read).catch(() => undefined);
    maps.set(path, known);
    return known;
  };
  return Promise.all(stack.map(async (line) => (await mapped(line, mapOf)) ?? inFolder(line, code.folder)));
}

async function mapped(line: string, mapOf: (path: string) => Promise<SourceMap | undefined>): Promise<string | undefined> {
  const [, before, path = '', row, column, after] = NODE_FRAME.exec(line) ?? [];
  if (before === undefined) return undefined;
  const entry = (await mapOf(path))?.findEntry(Number(row) - 1, Number(column) - 1);
  if (!entry || !('originalSource' in entry) || !entry.originalSource) return undefined;
  const source = posix.join(posix.dirname(path), entry.originalSource).replace(/^(\.\.\/)+/, '');
  return `${before}${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}${after}`;
}

const inFolder = (line: string, folder: string | undefined): string =>
  folder === undefined ? line : line.replace(FILE_FRAME, (_, path: string) => relative(process.cwd(), join(folder, path)));

async function codeOf(name: string, qualifier: string | undefined, { url, region, account }: FunctionScope): Promise<Code | undefined> {
  const query = qualifier === undefined ? '' : `?Qualifier=${encodeURIComponent(qualifier)}`;
  const path = `${functionPath(name)}${query}`;
  const answer = await cloudRequest(url, { service: 'lambda', region, account, method: 'GET', path });
  if (!answer.ok) return undefined;
  const { Code: located } = (await answer.json()) as { Code?: { Location?: string } };
  if (!located?.Location) return undefined;
  if (located.Location.startsWith('file:')) {
    const folder = fileURLToPath(located.Location);
    return { folder, read: async (file) => readFileSync(join(folder, file), 'utf8') };
  }
  const archive = Buffer.from(await (await fetch(located.Location)).arrayBuffer());
  return { read: (file) => readArchiveFile(archive, file) };
}

async function sourceMapOf(path: string, read: ReadCode): Promise<SourceMap | undefined> {
  const text = await read(path);
  const url = text && [...text.matchAll(/^\/\/[#@] sourceMappingURL=(\S+)\s*$/gm)].at(-1)?.[1];
  if (!url) return undefined;
  const [, data] = /^data:application\/json[^,]*;base64,(.*)$/.exec(url) ?? [];
  const json = data === undefined ? await read(posix.join(posix.dirname(path), url)) : Buffer.from(data, 'base64').toString();
  return json === undefined ? undefined : new SourceMap(JSON.parse(json) as SourceMapPayload);
}
