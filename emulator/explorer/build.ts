// Builds the explorer's files into a folder: scripts with hashed names, styles, the icon, the page, and two compressed copies of each.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { gzipAsync } from '@gfx/zopfli';
import { build, type Plugin } from 'esbuild';
import { READS } from '../src/core/access.ts';
import { LOOK_HEADER } from '../src/lib/look-header.ts';
import { SERVICES as MANIFESTS } from '../src/service-list.ts';

const SOURCES = join(import.meta.dirname, 'src');
const MODELS = join(import.meta.dirname, '../models/dist');
/** Smaller files gain nothing from compression. */
const MIN_COMPRESSED_BYTES = 256;
/** More of them gain next to nothing. */
const ZOPFLI_ROUNDS = 5;

type Member = readonly [name: string, shape: unknown, location?: Record<string, unknown>];

interface Model {
  readonly id?: string;
  readonly protocol: string;
  readonly target: string;
  readonly signingName: string;
  readonly version: string;
  readonly shapes: readonly { readonly members?: readonly Member[] }[];
  readonly operations: Readonly<
    Record<string, { readonly input: number | null; readonly http?: { readonly method: string; readonly uri: string } }>
  >;
}

const readModel = (id: string): Model => JSON.parse(readFileSync(join(MODELS, `${id}.json`), 'utf8')) as Model;

/** The words of the sources: services, operations and members that they do not name are left out. */
interface Names {
  readonly words: ReadonlySet<string>;
  /** The words in quotation marks, as services and operations are. */
  readonly quoted: ReadonlySet<string>;
  /** The services with which operations are named, by operation: `'lambda', 'ListFunctions'`. */
  readonly services: ReadonlyMap<string, ReadonlySet<string>>;
}

const NAMED_CALL = /(?:service: )?'([\w-]+)',\s*(?:operation: )?'([A-Z]\w+)'/g;

function namesInSources(): Names {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const text = files.map((name) => readFileSync(join(SOURCES, name), 'utf8')).join('\n');
  const named = new Map<string, Set<string>>();
  for (const [, service = '', operation = ''] of text.matchAll(NAMED_CALL))
    named.set(operation, (named.get(operation) ?? new Set()).add(service));
  return { words: new Set(text.match(/\w+/g)), quoted: new Set(text.match(/(?<=')[\w-]+(?=')/g)), services: named };
}

/** The protocol of every service: `{ [id]: [protocol, target of JSON or version of forms, signing name] }`. */
function services({ quoted }: Names): Record<string, readonly string[]> {
  const ids = readdirSync(MODELS).flatMap((name) => (name.endsWith('.json') ? [basename(name, '.json')] : []));
  const models = ids.filter((id) => quoted.has(id)).map(readModel);
  return Object.fromEntries(
    models.flatMap(({ id, protocol, target, signingName, version }) => {
      // Some files hold something else.
      if (id === undefined) return [];
      const name = protocol === 'awsQuery' ? version : protocol.startsWith('awsJson') ? target : '';
      return [[id, [protocol, name, signingName]]];
    }),
  );
}

const uncapitalized = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Whether members are written `clusterArn` where the model says `ClusterArn`. Services of this kind are called by the names on the wire. */
const isCamelCase = ({ shapes }: Model): boolean =>
  shapes.some(({ members = [] }) => members.some(([name, , { jsonName } = {}]) => name === 'NextToken' && jsonName === 'nextToken'));

/**
 * The paths of a service that speaks JSON over REST: `{ [operation]: [method, uri, { [member]: 'query:name' | 'header:name' | 'payload' }] }`, where
 * `query` and `header` alone have the member's own name.
 */
function restOperations(id: string, { words, quoted, services: callers }: Names): object {
  const model = readModel(id);
  const named = isCamelCase(model) ? uncapitalized : (name: string) => name;
  const locations = (input: number | null): Record<string, string> =>
    Object.fromEntries(
      (input === null ? [] : (model.shapes[input]?.members ?? [])).flatMap(([member, , { query, header, payload } = {}]) => {
        const name = named(member);
        const [kind, key] = query !== undefined ? ['query', query] : header !== undefined ? ['header', header] : ['payload', name];
        if (!words.has(name) || (kind === 'payload' && payload === undefined)) return [];
        return [[name, key === name ? kind : `${kind}:${String(key)}`]];
      }),
    );
  const uriOf = (uri = ''): string => uri.replace(/\{(\w+)/g, (_, name: string) => `{${named(name)}`);
  return Object.fromEntries(
    Object.entries(model.operations)
      // Operations of several services may have one name.
      .filter(([name]) => quoted.has(name) && (callers.get(name)?.has(id) ?? true))
      .map(([name, { input, http }]) => {
        const found = locations(input);
        return [name, [http?.method, uriOf(http?.uri), ...(Object.keys(found).length > 0 ? [found] : [])]];
      }),
  );
}

/** The operations of all services that speak JSON over REST, by service. */
const restServices = (names: Names): object =>
  Object.fromEntries(
    Object.entries(services(names)).flatMap(([id, [protocol]]) => (protocol === 'restJson1' ? [[id, restOperations(id, names)]] : [])),
  );

/** `wire:protocols` is made from the models, so that the page speaks the protocols of the models that the gateway uses. */
const wire: Plugin = {
  name: 'wire',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^wire:/ }, ({ path }) => ({ path, namespace: 'wire' }));
    onLoad({ filter: /.*/, namespace: 'wire' }, () => {
      const names = namesInSources();
      const tables = { SERVICES: services(names), OPERATIONS: restServices(names) };
      const contents = Object.entries(tables).map(([name, table]) => `export const ${name} = ${JSON.stringify(table)};`);
      const acting = MANIFESTS.flatMap(({ actingReads = [] }) => actingReads);
      contents.push(
        `export const LOOK_HEADER = ${JSON.stringify(LOOK_HEADER)};`,
        `export const READS = ${READS};`,
        `export const ACTING_READS = ${JSON.stringify(acting)};`,
      );
      return { contents: contents.join('\n'), loader: 'js' };
    });
  },
};

const page = (script: string, style: string, icon: string, chunks: readonly string[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Explorer</title>
<link rel="icon" href="/_emulator/ui/assets/${icon}">
<link rel="stylesheet" href="/_emulator/ui/assets/${style}">
${chunks.map((chunk) => `<link rel="modulepreload" href="/_emulator/ui/assets/${chunk}">\n`).join('')}<script type="module" src="/_emulator/ui/assets/${script}"></script>
</head>
<body><div id="app"><p class="loading">Loading…</p></div><noscript>The explorer needs JavaScript. The same facts: curl localhost:4566/_emulator/health</noscript></body>
</html>
`;

/** Writes `index.html` and `assets/` into that folder, which is emptied before. Returns the number of files and of bytes. */
export async function buildExplorer(folder: string, { minify = true } = {}): Promise<{ files: number; bytes: number }> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'assets'), { recursive: true });
  const { metafile } = await build({
    entryPoints: { app: join(SOURCES, 'main.tsx'), icon: join(SOURCES, 'icon.svg') },
    outdir: join(folder, 'assets'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome123', 'firefox121', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify,
    legalComments: 'none',
    charset: 'utf8',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    loader: { '.svg': 'copy' },
    plugins: [wire],
    metafile: true,
    logLevel: 'warning',
  });
  const outputs = Object.entries(metafile.outputs);
  const named = (pattern: RegExp): string => basename(outputs.find(([path]) => pattern.test(basename(path)))?.[0] ?? '');
  const script = outputs.find(([path]) => basename(path) === named(/^app-\w+\.js$/))?.[1];
  const chunks = (script?.imports ?? []).flatMap(({ kind, path }) => (kind === 'import-statement' ? [basename(path)] : []));
  writeFileSync(join(folder, 'index.html'), page(named(/^app-\w+\.js$/), named(/^app-\w+\.css$/), named(/^icon-\w+\.svg$/), chunks));
  for (const name of readdirSync(join(folder, 'assets'))) {
    const file = join(folder, 'assets', name);
    const content = readFileSync(file);
    if (content.byteLength < MIN_COMPRESSED_BYTES) continue;
    // Three percent smaller than those of node:zlib.
    writeFileSync(`${file}.gz`, await gzipAsync(content, { numiterations: ZOPFLI_ROUNDS }));
    writeFileSync(`${file}.br`, brotliCompressSync(content));
  }
  return { files: outputs.length, bytes: outputs.reduce((sum, [, { bytes }]) => sum + bytes, 0) };
}
