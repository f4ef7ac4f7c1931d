// Problems that the person who deploys can solve: one sentence about what is wrong, and one about what helps.

/** `template`: it is not found or cannot be read. `build`: a tool failed. `package`: files are missing. `deploy`: CloudFormation refused or failed. */
export type ProblemKind = 'template' | 'build' | 'package' | 'deploy';

export class StackProblem extends Error {
  readonly kind: ProblemKind;
  readonly hint: string | undefined;
  constructor(kind: ProblemKind, message: string, hint?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StackProblem';
    this.kind = kind;
    this.hint = hint;
  }
}
