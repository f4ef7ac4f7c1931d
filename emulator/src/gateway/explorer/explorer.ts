// Serves the explorer: one page for every path below /_emulator/ui, and the files that it loads. Nothing of it is read before the first request.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { send } from '#gateway/send';
import { PACKAGE_ROOT } from '#lib/package-root';
import { table } from '#lib/table';
import { EXPLORER_PATH } from './explorer-path.ts';

const ASSETS = `${EXPLORER_PATH}/assets/`;
const FOLDER = 'explorer';
/** The copies of a file, the smallest first. Browsers take `br` over TLS and from localhost. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const MEDIA_TYPES: Readonly<Record<string, string>> = table({
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
});

/**
 * The page runs only its own scripts, talks only to its own origin, cannot be framed, and has no way to turn text into markup. They replace the
 * policy of documents, which would take the page's origin from it.
 */
export const EXPLORER_HEADERS: Readonly<Record<string, string>> = table({
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'none'; require-trusted-types-for 'script'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
});

/** The built files lie beside the bundle; sources use those of the last build. */
export function explorerFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const folders = [join(here, FOLDER), join(here, '..', FOLDER), join(PACKAGE_ROOT, 'dist', FOLDER)];
  return folders.find((folder) => existsSync(join(folder, 'index.html'))) ?? folders[0]!;
}

/** Answers every request below `/_emulator/ui` from the files in `folder`. */
export function createExplorer(folder: string): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const refuse = (response: ServerResponse, status: number, message: string, headers: Record<string, string> = {}): Promise<void> =>
    send(
      response,
      { status, headers: { ...EXPLORER_HEADERS, 'content-type': 'application/json', ...headers }, body: JSON.stringify({ message }) },
      false,
    );
  return async (request, response) => {
    const { method = 'GET', url = '' } = request;
    const path = url.split('?', 1)[0]!;
    const headOnly = method === 'HEAD';
    if (method !== 'GET' && !headOnly) return refuse(response, 405, 'The explorer is read with GET.', { allow: 'GET, HEAD' });
    if (path === EXPLORER_PATH)
      return send(response, { status: 308, headers: { ...EXPLORER_HEADERS, location: `${EXPLORER_PATH}/` }, body: '' }, headOnly);
    const document = documentAt(path);
    if (document !== undefined) {
      const body = await readIfPresent(document);
      if (!body) return refuse(response, 404, `There is no page ${path}.`);
      return send(response, { status: 200, headers: { ...EXPLORER_HEADERS, 'content-type': 'text/plain; charset=utf-8' }, body }, headOnly);
    }
    if (!path.startsWith(ASSETS)) {
      const body = await readIfPresent(join(folder, 'index.html'));
      if (!body) return refuse(response, 503, 'The explorer has not been built: `npm run bundle` builds it.');
      return send(response, { status: 200, headers: { ...headersOf('.html'), 'cache-control': 'no-cache' }, body }, headOnly);
    }
    // Only names that the folder lists lead to files, so no path leads out of it.
    const name = path.slice(ASSETS.length);
    const entries = await readdir(join(folder, 'assets'), { withFileTypes: true }).catch(() => []);
    const names = entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []));
    if (!names.includes(name) || ENCODINGS.some(([, suffix]) => name.endsWith(suffix)))
      return refuse(response, 404, `The explorer has no file ${name}.`);
    const accepted = encodingsIn(String(request.headers['accept-encoding'] ?? ''));
    const [encoding, suffix = ''] = ENCODINGS.find(([word, ending]) => accepted.includes(word) && names.includes(name + ending)) ?? [];
    const headers: Record<string, string> = {
      ...headersOf(extname(name)),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      ...(encoding !== undefined && { 'content-encoding': encoding }),
    };
    const body = await readFile(join(folder, 'assets', name + suffix));
    await send(response, { status: 200, headers, body }, headOnly);
  };
}

/** For programs that read documentation: `llms.txt`, and the pages that it names. */
function documentAt(path: string): string | undefined {
  const [, name] = /^(llms\.txt|docs\/[a-z0-9-]+\.md)$/.exec(path.slice(EXPLORER_PATH.length + 1)) ?? [];
  return name === undefined ? undefined : join(PACKAGE_ROOT, 'docs', name.replace('docs/', ''));
}

/** `gzip, br;q=1` → `gzip`, `br` */
const encodingsIn = (header: string): readonly string[] => header.split(',').map((one) => one.split(';')[0]!.trim());

const headersOf = (extension: string): Record<string, string> => ({
  ...EXPLORER_HEADERS,
  'content-type': MEDIA_TYPES[extension] ?? 'application/octet-stream',
});

const readIfPresent = (file: string): Promise<Buffer | undefined> => readFile(file).catch(() => undefined);
