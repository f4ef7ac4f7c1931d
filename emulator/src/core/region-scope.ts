// An account in one region: the scope that records, names and ARNs belong to.

export interface RegionScope {
  /** Twelve digits. */
  readonly account: string;
  readonly region: string;
}

/** The region of requests that name none. */
export const DEFAULT_REGION = 'us-east-1';
