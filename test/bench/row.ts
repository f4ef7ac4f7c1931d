// One line of the bench's table.

export interface BenchRow {
  readonly what: string;
  /** As printed, with its unit. */
  readonly figure: string;
  /** The figure that is compared with the limit: a ratio to the floor of the same run, or a time where the limit is one. */
  readonly ratio?: number;
  readonly limit?: number;
  /** The name of the ratio's divisor. */
  readonly floor?: string;
}
