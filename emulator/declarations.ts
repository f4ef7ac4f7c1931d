// Writes dist/main.d.ts, testing.d.ts and vitest.d.ts: the types of each public API in one file. tsc emits a declaration file per source; those that
// an entry point reaches are joined here, because tools that bundle declarations need the compiler's former API, or a newer Node.js than the emulator.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { OPTIONS } from '#config/options';

const PACKAGE = import.meta.dirname;
const { imports } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { imports: Record<string, string> };

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly [member: string]: unknown;
}
interface Source {
  readonly file: string;
  /** Text of each declaration with its comment, without `export`, and the names in it. */
  readonly declared: ReadonlyMap<string, { readonly text: string; readonly names: ReadonlySet<string> }>;
  /** The file of each imported or re-exported name. */
  readonly imported: ReadonlyMap<string, string>;
  readonly exported: readonly string[];
}

/** Entry points of the package, each with those before it: their types are imported from there, and not declared a second time. */
const ENTRIES = { main: 'src/main.d.ts', testing: 'src/testing/testing.d.ts', vitest: 'src/testing/vitest.d.ts' } as const;

/** @throws Error when the public types need something that one file cannot hold: a package, a renamed import, two types of one name */
export function writeDeclarations(dist: string): void {
  const outDir = mkdtempSync(join(tmpdir(), 'declarations-'));
  try {
    const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    const project = join(PACKAGE, 'tsconfig.declarations.json');
    execFileSync(process.execPath, [tsc, '--project', project, '--outDir', outDir], { stdio: ['ignore', 'inherit', 'inherit'] });
    const names = Object.keys(ENTRIES) as (keyof typeof ENTRIES)[];
    for (const [i, name] of names.entries())
      writeFileSync(join(dist, `${name}.d.ts`), joined(name, names.slice(0, i), join(outDir, basename(PACKAGE))));
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

function joined(entry: keyof typeof ENTRIES, earlier: readonly (keyof typeof ENTRIES)[], folder: string): string {
  const sources = new Map<string, Source>();
  const open = (file: string): Source => {
    const known = sources.get(file) ?? readSource(file, folder);
    sources.set(file, known);
    return known;
  };
  const main = open(join(folder, ENTRIES[entry]));
  const others = new Map(earlier.map((name) => [join(folder, ENTRIES[name]), { name, types: new Set<string>() }]));
  const origin = new Map<string, string>();
  const texts: string[] = [];
  const take = (name: string, source: Source): void => {
    const from = source.imported.get(name);
    const other = from === undefined ? undefined : others.get(from);
    if (other) return void other.types.add(name);
    const declaration = source.declared.get(name);
    if (from) take(name, open(from));
    if (!declaration || origin.get(name) === source.file) return;
    if (origin.has(name)) throw new Error(`two public types are named ${name}: ${origin.get(name)}, ${source.file}`);
    origin.set(name, source.file);
    const generated = name === 'OptionValues';
    const text = generated ? optionValues() : declaration.text;
    texts.push(main.exported.includes(name) ? exportedText(text) : text);
    for (const used of generated ? [] : declaration.names) take(used, source);
  };
  for (const name of main.exported) take(name, main);
  const library = '/// <reference lib="esnext.disposable" preserve="true" />\n';
  const imports = [...others.values()].flatMap(({ name, types }) => importedText(name, [...types].sort(), main.exported));
  return `${library}${imports.join('')}${texts.join('\n')}\nexport {};\n`;
}

/** Types of another entry point: imported where they are used, and passed on where this one exports them. */
function importedText(from: string, types: readonly string[], exported: readonly string[]): string[] {
  const passedOn = types.filter((name) => exported.includes(name));
  return [
    ...(types.length > 0 ? [`import type { ${types.join(', ')} } from './${from}.js';\n`] : []),
    ...(passedOn.length > 0 ? [`export type { ${passedOn.join(', ')} } from './${from}.js';\n`] : []),
  ];
}

/** The options as a plain interface with a sentence each; the sources infer the same type from the table. */
function optionValues(): string {
  const members = Object.entries(OPTIONS).map(([name, option]) => {
    const { kind, oneOf, says, default: fallback } = option as { kind: string; oneOf?: readonly string[]; says: string; default: unknown };
    const type = oneOf ? oneOf.map((value) => `'${value}'`).join(' | ') : { text: 'string', flag: 'boolean', number: 'number' }[kind];
    const unless = fallback === '' ? '' : ` By default ${JSON.stringify(fallback)}.`;
    return `    /** ${says}${unless} */\n    readonly ${name}: ${type};\n`;
  });
  return `interface OptionValues {\n${members.join('')}}`;
}

/** `export` stands behind the comment. */
const exportedText = (text: string): string => text.replace(/^(\s*(?:\/\*[\s\S]*?\*\/\s*)?)/, '$1export ');

function readSource(file: string, folder: string): Source {
  const text = readFileSync(file, 'utf8');
  const declared = new Map<string, { text: string; names: Set<string> }>();
  const imported = new Map<string, string>();
  const exported: string[] = [];
  let from = 0;
  for (const statement of parseAst(text, { lang: 'dts' }).body as unknown as Node[]) {
    const declaration = (statement['declaration'] ?? statement) as Node;
    const comment = text.slice(from, statement.start).replace(/^\s*\/\/.*$/gm, '');
    from = statement.end;
    const origin = statement['source'] as { value: string } | null | undefined;
    if (origin) {
      for (const specifier of statement['specifiers'] as Node[]) {
        const local = (specifier['local'] as Node).name!;
        const outer = (specifier['imported'] ?? specifier['exported'] ?? specifier['local']) as Node;
        if (outer.name !== local) throw new Error(`${file}: ${local} is renamed; public types keep their names`);
        imported.set(local, fileOf(origin.value, file, folder));
        if (statement.type === 'ExportNamedDeclaration') exported.push(local);
      }
      continue;
    }
    const names = new Set<string>();
    collect(declaration, names);
    const identifiers = declaration.type === 'VariableDeclaration' ? (declaration['declarations'] as Node[]) : [declaration];
    for (const { id } of identifiers as { id?: Node }[])
      if (id?.name) {
        declared.set(id.name, { text: comment.trimStart() + text.slice(declaration.start, declaration.end), names });
        if (statement.type === 'ExportNamedDeclaration') exported.push(id.name);
      }
  }
  return { file, declared, imported, exported };
}

/** Every identifier below the node. */
function collect(value: unknown, names: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) collect(one, names);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const node = value as Node;
  if (node.type === 'TSImportType') throw new Error('a public type is inferred from another file: write the type down');
  if (node.type === 'Identifier') names.add(node.name!);
  for (const member of Object.values(node)) collect(member, names);
}

/** The declaration file that the specifier means. A package stays unresolved until a public type needs it. */
function fileOf(specifier: string, from: string, folder: string): string {
  if (specifier.startsWith('.')) return join(dirname(from), specifier.replace(/\.ts$/, '.d.ts'));
  for (const [pattern, path] of Object.entries(imports)) {
    const [head = '', tail] = pattern.split('*');
    if (tail === undefined ? specifier !== pattern : !specifier.startsWith(head)) continue;
    const file = join(folder, path.replace('*', specifier.slice(head.length)).replace(/\.ts$/, '.d.ts'));
    if (existsSync(file)) return file;
  }
  throw new Error(`${from}: the public types name the package ${specifier}, which their users may not have`);
}
