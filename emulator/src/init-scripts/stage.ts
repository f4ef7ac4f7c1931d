// The stages of an emulator's life, and the status of the scripts of each.

/** In order. */
export const STAGES = ['BOOT', 'START', 'READY', 'SHUTDOWN'] as const;
export type Stage = (typeof STAGES)[number];

/** UNKNOWN: its turn has not come yet, or (for BOOT) it ran in another process. ERROR: it failed, or could not run. */
export type ScriptState = 'UNKNOWN' | 'RUNNING' | 'SUCCESSFUL' | 'ERROR';

export interface ScriptStatus {
  readonly stage: Stage;
  /** Base name of its file. */
  readonly name: string;
  state: ScriptState;
  readonly path: string;
  reason?: string;
  durationMs?: number;
  /** Where a project was applied, for users who look at it afterwards. */
  directory?: string;
}

/** `READY` → `ready.d` */
export const folderOf = (stage: Stage): string => `${stage.toLowerCase()}.d`;
