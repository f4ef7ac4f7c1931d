// One line of `emulator doctor`.
export interface Finding {
  readonly about: string;
  readonly state: 'good' | 'note' | 'bad';
  readonly text: string;
  /** What helps. */
  readonly hint?: string;
}
