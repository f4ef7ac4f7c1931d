// The last values of a metric, as `/_emulator/metrics` answers them.

/** The last point of one metric in one unit. */
export interface LastPoint {
  readonly account: string;
  readonly region: string;
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: readonly { readonly name: string; readonly value: string }[];
  readonly unit: string;
  readonly atMs: number;
  readonly count: number;
  readonly sum: number;
  readonly minimum: number;
  readonly maximum: number;
}
