// The error of a mapping template, at its compilation or while it runs. The gateway logs the sentence and answers 500.
export class TemplateError extends Error {
  /** Where the template could not be read. */
  readonly at: { readonly source: string; readonly at: number } | undefined;

  constructor(message: string, at?: { readonly source: string; readonly at: number }) {
    super(message);
    this.name = 'TemplateError';
    this.at = at;
  }

  /** The same with the number of its line: counted once, for the error that ends the compilation. */
  withLine(): TemplateError {
    if (!this.at) return this;
    const line = this.at.source.slice(0, this.at.at).split('\n').length;
    return new TemplateError(`${this.message} at line ${line}`);
  }
}
