// One line of `emulator doctor`.
export interface Finding {
  readonly about: string;
  readonly state: 'good' | 'note' | 'bad';
  readonly text: string;
  /** The remedy. */
  readonly hint?: string;
}
