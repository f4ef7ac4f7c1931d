// A request that a client wrote as a JSON document, for a service that makes calls on the client's behalf.

/** A member of such a document, in its spelling. */
export interface RequestMember {
  readonly name: string;
  readonly isRequired: boolean;
  /** Its values are texts. */
  readonly isText: boolean;
}

/** An answer that somebody wrote as a JSON document. */
export interface DocumentAnswer {
  /** Its values converted to the types of the model. */
  readonly output: object;
  /** Members of the document that the operation does not have. */
  readonly unknown: readonly string[];
}

export interface DocumentRequest {
  /** The input for `ctx.call`, its values converted to the types of the model. */
  readonly input: object;
  /** Required members that the document lacks, named as documents name them. */
  readonly missing: readonly string[];
  /** Members of the document that the operation does not have. */
  readonly unknown: readonly string[];
}
