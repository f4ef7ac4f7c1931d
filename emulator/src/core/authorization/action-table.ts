// The table of actions, generated beside the models: what must be allowed to whoever calls an operation, and what policies may compare.

/** An action that a call needs, and the resources on which it needs it. */
export interface Need {
  /** `sqs:SendMessage`; may have slots: `dynamodb:PartiQL{Statement:partiqlVerb}`. */
  readonly action: string;
  /**
   * ARNs with slots (`arn:$p:sqs:$r:$a:{QueueUrl:url}`), of which the first whose members are all there counts; the last is taken in any case, with `*`
   * for what is missing. `*`: no resource.
   */
  readonly on: readonly string[];
  /** Member that must be there for the action to be needed: `VersionId`; with `!` before it, it must not be there. */
  readonly when?: string;
}

/** An input member that passes a role on to a service: `iam:PassRole` is needed. */
export interface PassedRole {
  /** A slot without braces: `Role`, `Targets[].RoleArn`. */
  readonly slot: string;
  /** `lambda.amazonaws.com` */
  readonly service: string;
}

export interface OperationNeeds {
  readonly needs: readonly Need[];
  readonly passes?: readonly PassedRole[];
  /** Members with the tags of the request. */
  readonly tags?: string;
  /** Members with the keys of tags alone. */
  readonly tagKeys?: string;
}

/** An error as a service writes it. */
export interface WireError {
  readonly code: string;
  readonly status: number;
}

/** How a service words refusals, which depends on its protocol and on the service. */
export interface RefusalStyle extends WireError {
  /** How it writes actions: in lower case, or with another name of itself before the colon. */
  readonly actions?: 'lower case' | `${string}:`;
  /** It puts resources in quotes. */
  readonly hasQuotes?: true;
  readonly unknownKey: WireError & { readonly message: string };
  readonly expiredToken: WireError & { readonly message: string };
}

/** The actions of one service. */
export interface ActionTable {
  readonly refusal: RefusalStyle;
  readonly operations: Readonly<Record<string, OperationNeeds>>;
  /**
   * Condition keys that members of inputs fill, each a slot without braces: `{ 's3:prefix': 'Prefix' }`. A key that ends in `*` is one of many, whose
   * values are those of a map.
   */
  readonly keys: Readonly<Record<string, string>>;
  /** Set for services whose resources the resource control policies of organizations limit. */
  readonly resourceControl?: { readonly prefix: string; readonly except?: readonly string[] };
}
