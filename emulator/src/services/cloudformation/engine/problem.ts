// Problems of a template or a request. They are collected, so that one answer can name all of them.

/** The message is in the cloud's words. Becomes a ValidationError. */
export class TemplateProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TemplateProblem';
  }
}

/** A transform of the template failed. A change set keeps the reason; everything else is refused. */
export class TransformFailed extends TemplateProblem {
  constructor(transform: string, why: string) {
    super(`Transform ${transform} failed ${why}`);
    this.name = 'TransformFailed';
  }
}

/** Throws all problems as one error, if there are any. */
export function throwProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw new TemplateProblem([...new Set(problems)].join('\n'));
}
