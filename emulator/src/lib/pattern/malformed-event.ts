// The error of an event text that is not a well-formed JSON object, even where the mistake is in a part that no rule tests.

export class MalformedEvent extends Error {
  constructor(reason: string) {
    super(`The event is not a well-formed JSON object: ${reason}`);
    this.name = 'MalformedEvent';
  }
}
