// The interface of script runners. Each kind of script has a runner; an extension is a runner that is enabled by name.

export interface ScriptRun {
  readonly path: string;
  /** All environment variables of the script, with credentials, region and endpoint. */
  readonly environment: Readonly<Record<string, string>>;
  /** Aborted when the emulator stops before the script has ended. */
  readonly signal: AbortSignal;
  /** Folder where a runner may keep files; they last as long as the emulator's state. */
  readonly workDirectory: () => string;
  /** One line of output. */
  line(text: string): void;
  /** Reports the folder of the work, for the status. */
  at(directory: string): void;
}

export interface ScriptRunner {
  /** Its name in documents. */
  readonly name: string;
  /** Whether it runs this file; decided by the file's name alone. */
  takes(path: string): boolean;
  /** Why it cannot run here, as far as this is known without running it. */
  whyNot?(path: string, searchPath: string): string | undefined;
  /** Resolves when the script has succeeded. @throws ScriptProblem saying why it could not run or how it ended */
  run(script: ScriptRun): Promise<void>;
}

/** Why a script did not run or failed, as a sentence for its author. */
export class ScriptProblem extends Error {}
