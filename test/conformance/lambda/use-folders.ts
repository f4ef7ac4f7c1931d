// Functions that run from folders: files to change, and the log lines that tell of it.
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CreateFunctionCommandInput } from '@aws-sdk/client-lambda';
import type { StartOptions } from '../../../emulator/src/main.ts';
import { creation, type Fixture, jsonOf, startFixture } from './fixture.ts';

export type Files = Readonly<Record<string, string>>;

export interface CodeFolder {
  readonly path: string;
  write(files: Files): void;
  /** As editors save: beside the file, then in its place. */
  replace(file: string, text: string): void;
  remove(): void;
}

export interface FolderFixture extends Fixture {
  folder(files: Files): CodeFolder;
  /** Creates a function that runs from the folder, and awaits that it is active and that the folder is watched. */
  run(name: string, folder: CodeFolder | string, more?: Partial<CreateFunctionCommandInput>): Promise<void>;
  invoke<T = unknown>(name: string, event?: unknown): Promise<T>;
  /** Changes files, and resolves with the line that tells of the reload, or that the folder is gone. */
  reloaded(name: string, change: () => void): Promise<string>;
  /** The texts of the log so far. */
  readonly texts: readonly string[];
}

export const body = (text: string): string => `exports.handler = async (event, context) => { ${text} };`;

export async function startFolderFixture(start: StartOptions = {}): Promise<FolderFixture> {
  const waiting = new Map<string, (line: string) => void>();
  const folders: CodeFolder[] = [];
  const texts: string[] = [];
  const fixture = await startFixture({
    ...start,
    options: { FUNCTION_PARKED: 32, ...start.options },
    log: ({ text }) => {
      texts.push(text);
      const [, reloaded, lost] = /^(?:reloaded (\S+) in |The folder of (\S+) is gone)/.exec(text) ?? [];
      waiting.get(reloaded ?? lost ?? '')?.(text);
    },
  });
  const code = (folder: CodeFolder | string) => ({ S3Bucket: 'hot-reload', S3Key: typeof folder === 'string' ? folder : folder.path });
  return {
    ...fixture,
    texts,
    emulator: {
      ...fixture.emulator,
      stop: async () => {
        await fixture.emulator.stop();
        for (const folder of folders) folder.remove();
      },
    },
    folder: (files) => {
      const folder = codeFolder(files);
      folders.push(folder);
      return folder;
    },
    run: async (name, folder, more = {}) => {
      await fixture.lambda.createFunction(creation(name, Buffer.alloc(0), { ...more, Code: { ...code(folder), ...more.Code } }));
      await fixture.settled(name);
      // The environment that is started in advance watches the folder.
      await fixture.emulator.idle();
    },
    invoke: async (FunctionName, event = {}) =>
      jsonOf((await fixture.lambda.invoke({ FunctionName, Payload: Buffer.from(JSON.stringify(event)) })).Payload),
    reloaded: (name, change) =>
      new Promise((resolve) => {
        waiting.set(name, resolve);
        change();
      }),
  };
}

export function codeFolder(files: Files): CodeFolder {
  const parent = mkdtempSync(join(tmpdir(), 'hot-'));
  const path = join(parent, 'app');
  const write = (written: Files): void => {
    for (const [file, text] of Object.entries(written)) {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeFileSync(join(path, file), text);
    }
  };
  mkdirSync(path);
  // Where root runs this, functions are somebody else.
  chmodSync(parent, 0o755);
  write(files);
  return {
    path,
    write,
    replace: (file, text) => {
      writeFileSync(join(path, `${file}.new`), text);
      renameSync(join(path, `${file}.new`), join(path, file));
    },
    remove: () => rmSync(parent, { recursive: true, force: true }),
  };
}
