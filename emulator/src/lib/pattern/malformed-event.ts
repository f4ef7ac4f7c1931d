// The error of an event text that is no well-formed JSON object; wherever the fault is, also where no rule looks.

export class MalformedEvent extends Error {
  constructor(reason: string) {
    super(`The event is not a well-formed JSON object: ${reason}`);
    this.name = 'MalformedEvent';
  }
}
