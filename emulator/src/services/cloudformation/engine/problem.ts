// Problems of a template or a request. They are collected, so that one answer can name all of them.

/** The message is in the cloud's words. Becomes a ValidationError. */
export class TemplateProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TemplateProblem';
  }
}

/** A transform of the template failed. Stacks and change sets keep the reason; everything else is refused. */
export class TransformFailed extends TemplateProblem {
  constructor(message: string) {
    super(message);
    this.name = 'TransformFailed';
  }
  /** @param why `with: no such thing`, `without an error message.` */
  static of(transform: string, why: string): TransformFailed {
    return new TransformFailed(`Transform ${transform} failed ${why}`);
  }
  /** The reason of a stack: the words of transforms are ended with a stop, those of the service with a second one (recorded, localstack/localstack, test_failed_state, 2023). */
  get reason(): string {
    return / failed with: /.test(this.message) ? this.message.replace(/\.?$/, '.') : `${this.message}.`;
  }
}

/** Throws all problems as one error, if there are any. */
export function throwProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw new TemplateProblem([...new Set(problems)].join('\n'));
}
