// The stages of an emulator's life, and what is told about the scripts of each.

/** In their order. */
export const STAGES = ['BOOT', 'START', 'READY', 'SHUTDOWN'] as const;
export type Stage = (typeof STAGES)[number];

/** UNKNOWN: its turn has not come yet, or, of BOOT, it came in another process. ERROR: it did not end well, or could not run. */
export type ScriptState = 'UNKNOWN' | 'RUNNING' | 'SUCCESSFUL' | 'ERROR';

export interface ScriptStatus {
  readonly stage: Stage;
  /** Base name of its file. */
  readonly name: string;
  state: ScriptState;
  readonly path: string;
  reason?: string;
  durationMs?: number;
  /** Where a project was applied, for those that look at it afterwards. */
  directory?: string;
}

/** `READY` → `ready.d` */
export const folderOf = (stage: Stage): string => `${stage.toLowerCase()}.d`;
