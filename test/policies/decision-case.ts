// A documented decision, as data.

export type Statement = Readonly<Record<string, unknown>>;

export interface DecisionCase {
  readonly title: string;
  /** The page of the cloud's documentation, and the evaluator with the same case, where there is one. */
  readonly source: string;
  readonly action: string;
  readonly resource: string;
  /** ARN of a user or of a role's session, in account 123456789012 unless it says otherwise. */
  readonly caller: string;
  readonly context?: Readonly<Record<string, string | readonly string[]>>;
  readonly identity?: readonly Statement[];
  readonly boundary?: readonly Statement[];
  readonly session?: readonly Statement[];
  /** The resource's policy. */
  readonly resourcePolicy?: readonly Statement[];
  /** Service control policies by level. */
  readonly levels?: readonly (readonly Statement[])[];
  readonly resourceControl?: readonly Statement[];
  readonly mustAllow?: true;
  /** `denied`: by a statement; a kind of policy: by that one, which does not allow. */
  readonly decision: 'allowed' | 'denied' | 'identity' | 'resource' | 'boundary' | 'session' | 'service-control';
}
