// The face of what runs scripts. A further kind of script is a further runner; an extension is a runner that is switched on by name.

export interface ScriptRun {
  readonly path: string;
  /** Credentials, region, endpoint and all else that the script finds. */
  readonly environment: Readonly<Record<string, string>>;
  /** Aborted when the emulator stops before the script has ended. */
  readonly signal: AbortSignal;
  /** Where a runner may keep files; they last as long as the emulator's state. */
  readonly workDirectory: () => string;
  /** One line of output. */
  line(text: string): void;
  /** Where the work was done, for the status. */
  at(directory: string): void;
}

export interface ScriptRunner {
  /** What it is called in documents. */
  readonly name: string;
  /** Decided by the file's name alone. */
  takes(path: string): boolean;
  /** Why it cannot run here, as far as can be told without running it. */
  whyNot?(path: string, searchPath: string): string | undefined;
  /** Resolves when the script has ended well. @throws ScriptProblem saying why it could not run or how it ended. */
  run(script: ScriptRun): Promise<void>;
}

/** Why a script did not run, or did not end well, in a sentence for whoever wrote it. */
export class ScriptProblem extends Error {}
