// Whether a text is a valid event of an event bus, as TestEventPattern requires it.
import { Engine } from './engine.ts';
import { MalformedEvent } from './malformed-event.ts';

const MANDATORY = ['id', 'account', 'source', 'time', 'region', 'detail-type'];

/** The service's message about an invalid event; undefined for a valid one. `resources` and `detail` may be missing. */
export function checkEvent(eventJson: string): string | undefined {
  const invalid = 'Parameter Event is not valid.';
  try {
    new Engine().run(eventJson);
  } catch (error) {
    if (error instanceof MalformedEvent) return invalid;
    throw error;
  }
  const event = JSON.parse(eventJson) as object;
  return MANDATORY.every((key) => Object.hasOwn(event, key)) ? undefined : invalid;
}
