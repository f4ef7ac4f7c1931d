// What is wrong with a template or a request: gathered, so that all of it can be said in one answer.

/** Worded as the cloud words it; becomes a ValidationError. */
export class TemplateProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TemplateProblem';
  }
}

/** Throws all problems at once, if there are any. */
export function throwProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw new TemplateProblem([...new Set(problems)].join('\n'));
}
