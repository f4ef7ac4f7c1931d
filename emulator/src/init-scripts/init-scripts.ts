// Runs the init scripts of each stage of an emulator's life, one after the other, and reports their outcome.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { USUAL_INIT_DIRECTORIES } from '#config/places';
import type { Dispatch } from '#core/call';
import type { Log } from '#core/log';
import { INTERNAL_FAILURE } from '#core/messages';
import { temporaryFolder } from '#lib/temporary-folder';
import type { FoundScript } from './discover.ts';
import { anyEntries, folderNotes } from './folder-notes.ts';
import { INIT_FOLDER_MISSING, INIT_FOLDER_NOTES } from './messages.ts';
import { type ScriptStatus, STAGES, type Stage } from './stage.ts';

export interface InitScriptsOptions {
  /** Folders that hold `boot.d`, `start.d`, `ready.d` and `shutdown.d`. */
  readonly directories: readonly string[];
  /** The only stage that runs here, where another process runs the others and reports on the folders. */
  readonly only?: Stage;
  /** Names of extensions, separated by commas. */
  readonly extensions: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Is told of each script that failed, or could not be run. */
  readonly failed?: ((path: string, reason: string) => void) | undefined;
  readonly origin: string;
  /** Where runners keep files that outlive the process; by default a temporary folder. */
  readonly workDirectory?: string | undefined;
}

export interface InitStatus {
  readonly completed: Readonly<Record<Stage, boolean>>;
  readonly scripts: readonly Readonly<ScriptStatus>[];
  /** Further hints for the user: folders that do not exist, or that are empty. */
  readonly notes: readonly string[];
}

export interface InitScripts {
  status(): InitStatus;
  /** Resolves when every script of the stage has ended. */
  run(stage: Stage): Promise<void>;
  /** Notes calls that arrive unsigned while a script runs. */
  watch(dispatch: Dispatch): Dispatch;
  /** Ends the running script; afterwards only scripts of the shutdown start. */
  interrupt(): void;
  close(): Promise<void>;
}

/** Looks for the folders once; nothing more is loaded if none exists. */
export async function createInitScripts(options: InitScriptsOptions): Promise<InitScripts> {
  const present = options.directories.filter((directory) => existsSync(directory));
  const completed = { BOOT: false, START: false, READY: false, SHUTDOWN: false };
  const log = options.log.in('hooks');
  const work = createWorkDirectory(options.workDirectory);
  const scripts = anyEntries(present)
    ? await (await import('./stage-scripts.ts')).loadStageScripts(present, options.extensions, options.environment['PATH'], log)
    : undefined;
  const notes = (): string[] => (present.length > 0 ? folderNotes(present) : [noFolder(options.directories)]);
  if (options.only === undefined) logNotes(notes(), options.directories, present, log);
  const statuses = new Map<Stage, ScriptStatus[]>(STAGES.map((stage) => [stage, (scripts?.of(stage) ?? []).map(unknownOf(stage))]));
  let interrupted = new AbortController();
  const unsigned = { count: 0 };
  let ending = false;

  const runAll = async (stage: Stage): Promise<void> => {
    const { runStage } = await import('./run-stage.ts');
    if (ending && stage !== 'SHUTDOWN') return;
    const found = scripts!.of(stage);
    const listed = found.map(unknownOf(stage));
    statuses.set(stage, listed);
    interrupted = new AbortController();
    const { environment, origin } = options;
    const tools = { signal: interrupted.signal, workDirectory: work.path, failed: options.failed, unsigned, log };
    await runStage({ found, statuses: listed, environment, origin, ...tools }).catch((error: unknown) =>
      log.write(INTERNAL_FAILURE, { work: stage, error }),
    );
  };

  return {
    status: () => ({
      completed: { ...completed },
      scripts: STAGES.flatMap((stage) => statuses.get(stage)!),
      notes: notes(),
    }),
    run: async (stage) => {
      if (ending && stage !== 'SHUTDOWN') return;
      if (stage === 'START') completed.BOOT = true;
      if (scripts) await runAll(stage);
      completed[stage] = !ending || stage === 'SHUTDOWN';
    },
    watch: (dispatch) =>
      scripts === undefined
        ? dispatch
        : (call) => {
            if (call.principal.kind === 'anonymous') unsigned.count++;
            return dispatch(call);
          },
    interrupt: () => {
      ending = true;
      interrupted.abort();
    },
    close: work.remove,
  };
}

const noFolder = (directories: readonly string[]): string =>
  `no init folder: ${directories.join(' and ') || 'none was named'} (not mounted?)`;

/** Keeps quiet about folders in the default places that do not exist. */
function logNotes(notes: readonly string[], named: readonly string[], present: readonly string[], log: Log): void {
  if (notes.length === 0) return;
  if (present.length > 0) log.write(INIT_FOLDER_NOTES, { notes });
  else if (named.some((directory) => !USUAL_INIT_DIRECTORIES.includes(directory))) log.write(INIT_FOLDER_MISSING, { notes });
}

const unknownOf =
  (stage: Stage) =>
  ({ path, reason }: FoundScript): ScriptStatus => ({
    stage,
    name: basename(path),
    state: 'UNKNOWN',
    path,
    ...(reason === undefined ? {} : { reason }),
  });

function createWorkDirectory(lasting: string | undefined): { path: () => string; remove: () => Promise<void> } {
  let made: string | undefined;
  return {
    path: () => (made ??= lasting ?? temporaryFolder('init')),
    remove: async () => {
      if (made !== undefined && lasting === undefined) await rm(made, { recursive: true, force: true });
    },
  };
}
