// A map run failed as a whole.

export class MapRunFailure extends Error {
  readonly error: string;
  constructor(error: string, cause: string) {
    super(cause);
    this.error = error;
  }
}
