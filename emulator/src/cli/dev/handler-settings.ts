// The settings of a function that is made of a plain handler: runtime and handler, read from its file.
import { basename, dirname, extname, join } from 'node:path';
import { PROJECT_UNKNOWN } from '#cli/messages';
import { findInterpreters } from '#containers/embedded/interpreters';
import { EmulatorError } from '#lib/emulator-error';
import { readText } from '#lib/read-text';
import { SUPPORTED } from '#services/lambda/runtimes/runtimes';

export interface HandlerSettings {
  readonly name: string;
  readonly runtime: string;
  /** `src/index.handler` */
  readonly handler: string;
}

export interface HandlerOptions {
  readonly name?: string | undefined;
  readonly runtime?: string | undefined;
  /** The name of the exported function. */
  readonly handler?: string | undefined;
}

const USUAL = ['handler', 'lambda_handler', 'main'];
const EXPORTS = [
  /^export\s+(?:async\s+)?function\*?\s+(\w+)/gm,
  /^export\s+(?:const|let|var)\s+(\w+)/gm,
  /^(?:module\.)?exports\.(\w+)\s*=/gm,
  /^export\s*\{[^}]*?\b(?:\w+\s+as\s+)?(handler)\b[^}]*\}/gm,
  /^module\.exports\s*=\s*\{[^}]*?\b(handler)\b/gm,
];
const PYTHON_FUNCTION = /^(?:async )?def (\w+)\(\w+(?:\s*:[^,]+)?,\s*\w+/gm;
const FALLBACK: Readonly<Record<'nodejs' | 'python', string>> = { nodejs: 'nodejs22.x', python: 'python3.12' };

export const languageOf = (file: string): 'nodejs' | 'python' => (extname(file) === '.py' ? 'python' : 'nodejs');

/** `file`: relative to the folder. @throws EmulatorError PROJECT_UNKNOWN where no function of the file is plainly the handler */
export async function handlerSettings(folder: string, file: string, options: HandlerOptions): Promise<HandlerSettings> {
  const language = languageOf(file);
  const exported = options.handler ?? exportedFunction(readText(join(folder, file)), language);
  if (exported === undefined)
    throw new EmulatorError(PROJECT_UNKNOWN, `${file} has no function that is plainly the handler.`, {
      hint: 'Call it `handler` and export it, or name it with --handler.',
    });
  return {
    name: options.name ?? nameOf(folder),
    runtime: options.runtime ?? (await runtimeOf(language)),
    handler: `${file.slice(0, -extname(file).length)}.${exported}`,
  };
}

/** The usual names first, else the only one. Undefined where that leaves none, or several. */
export function exportedFunction(text: string, language: 'nodejs' | 'python'): string | undefined {
  const patterns = language === 'python' ? [PYTHON_FUNCTION] : EXPORTS;
  const names = [...new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name)))];
  return USUAL.find((name) => names.includes(name)) ?? (names.length === 1 ? names[0] : undefined);
}

/** A runtime that this machine serves exactly, the newest where several are: that of the emulator itself for Node.js. */
async function runtimeOf(language: 'nodejs' | 'python'): Promise<string> {
  if (language === 'nodejs') {
    const own = `nodejs${process.versions.node.split('.')[0]}.x`;
    return SUPPORTED.includes(own) ? own : FALLBACK.nodejs;
  }
  const releases = (await findInterpreters('python')).found.map(({ release }) => release).sort((a, b) => b - a);
  return releases.map((release) => `python3.${release}`).find((runtime) => SUPPORTED.includes(runtime)) ?? FALLBACK.python;
}

/** `src` says nothing: the folder above it does. */
function nameOf(folder: string): string {
  const name = basename(basename(folder) === 'src' ? dirname(folder) : folder)
    .replace(/[^A-Za-z0-9-_]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return name.slice(0, 64) || 'handler';
}
