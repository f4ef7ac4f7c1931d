// Writes the entry of .vscode/launch.json that attaches to a function. All other entries and the comments of the file stay as they are.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { applyEdits, type Edit, modify, type ParseError, parse } from 'jsonc-parser';
import { isObject } from '#lib/json-object';
import { readText } from '#lib/read-text';
import type { Protocol } from './debugger-port.ts';

export interface AttachOptions {
  readonly functionName: string;
  readonly protocol: Protocol;
  readonly port: number;
  /** The folder with the code, absolute. */
  readonly codeFolder: string;
}

export interface WrittenConfiguration {
  readonly name: string;
  readonly file: string;
  /** `kept`: it was there already. `unreadable`: the file is no JSON, and was not touched. */
  readonly state: 'written' | 'kept' | 'unreadable';
}

/** The variable of Visual Studio Code. */
const WORKSPACE = `\${workspaceFolder}`;

/** The folder that an editor opens: the nearest one above with `.vscode` or `.git`, else the folder itself. */
export function workspaceFolder(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.vscode')) || existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}

export function writeLaunchConfiguration(workspace: string, options: AttachOptions): WrittenConfiguration {
  const file = join(workspace, '.vscode', 'launch.json');
  const configuration = launchConfiguration(workspace, options);
  const { name } = configuration;
  const before = existsSync(file) ? readText(file) : '';
  const after = withConfiguration(before, configuration);
  if (after === undefined) return { name, file, state: 'unreadable' };
  if (after === before) return { name, file, state: 'kept' };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, after);
  return { name, file, state: 'written' };
}

/** A configuration that attaches again by itself when the process is replaced. */
export function launchConfiguration(workspace: string, { functionName, protocol, port, codeFolder }: AttachOptions) {
  const inside = relative(workspace, codeFolder);
  const isInside = inside !== '..' && !inside.startsWith(`..${sep}`);
  const localRoot = isInside ? [WORKSPACE, ...inside.split(sep)].filter(Boolean).join('/') : codeFolder;
  const name = `emulator: ${functionName}`;
  if (protocol === 'debugpy')
    return {
      name,
      type: 'debugpy',
      request: 'attach',
      connect: { host: '127.0.0.1', port },
      pathMappings: [{ localRoot, remoteRoot: '/var/task' }],
      justMyCode: true,
    };
  return {
    name,
    type: 'node',
    request: 'attach',
    address: '127.0.0.1',
    port,
    localRoot,
    remoteRoot: '/var/task',
    restart: true,
    sourceMaps: true,
    resolveSourceMapLocations: null,
    skipFiles: ['<node_internals>/**', '/var/runtime/**'],
  };
}

interface LaunchFile {
  readonly configurations?: readonly { readonly name?: unknown }[];
}

/** The text with the configuration, in the place of an earlier one of its name. Undefined where the text is no such file. */
export function withConfiguration(text: string, configuration: { readonly name: string }): string | undefined {
  if (text.trim() === '') return `${JSON.stringify({ version: '0.2.0', configurations: [configuration] }, undefined, 2)}\n`;
  const errors: ParseError[] = [];
  const content = parse(text, errors, { allowTrailingComma: true }) as LaunchFile | undefined;
  if (errors.length > 0 || !isObject(content)) return undefined;
  const { configurations = [] } = content;
  if (!Array.isArray(configurations)) return undefined;
  const at = configurations.findIndex((each) => each?.name === configuration.name);
  if (at >= 0 && JSON.stringify(configurations[at]) === JSON.stringify(configuration)) return text;
  if (content.configurations === undefined)
    return applyEdits(text, pretty(text, modify(text, ['configurations'], [configuration], {}), configuration));
  const path = ['configurations', at < 0 ? configurations.length : at];
  return applyEdits(text, pretty(text, modify(text, path, configuration, { isArrayInsertion: at < 0 }), configuration));
}

/** Lays out what is inserted, and nothing else of the file. */
function pretty(text: string, edits: readonly Edit[], configuration: object): Edit[] {
  const [, indentation = '  '] = /\n([ \t]+)\S/.exec(text) ?? [];
  const lineEnd = `${text.includes('\r\n') ? '\r\n' : '\n'}${indentation}${indentation}`;
  const laidOut = JSON.stringify(configuration, undefined, indentation).replaceAll('\n', lineEnd);
  const compact = JSON.stringify(configuration);
  return edits.map((edit) => ({
    ...edit,
    content: edit.content.replace(`,${compact}`, () => `,${lineEnd}${compact}`).replace(compact, () => laidOut),
  }));
}
