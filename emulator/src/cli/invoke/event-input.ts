// The event of an invocation: from a file, from stdin, from the command line, or a sample of a source.
import { text } from 'node:stream/consumers';
import { EVENT_INVALID } from '#cli/messages';
import { EmulatorError } from '#lib/emulator-error';
import { readText, withoutMark } from '#lib/read-text';
import type { SampleSource } from './sample-sources.ts';
import { type SampleScope, sampleEvent } from './samples.ts';

export interface EventOptions {
  /** A path, or `-` for stdin. */
  readonly event?: string | undefined;
  readonly data?: string | undefined;
  readonly sample?: SampleSource | undefined;
}

/** JSON text. Without an option it is `{}`. @throws EmulatorError EVENT_INVALID */
export async function readEvent({ event, data, sample }: EventOptions, scope: SampleScope): Promise<string> {
  if ([event, data, sample].filter((each) => each !== undefined).length > 1)
    throw new EmulatorError(EVENT_INVALID, 'The event is given more than once.', { hint: 'Give one of --event, --data and --sample.' });
  if (sample !== undefined) return JSON.stringify(sampleEvent(sample, scope));
  if (data !== undefined) return checked(data, '--data');
  if (event === undefined) return '{}';
  if (event === '-') return checked(withoutMark(await text(process.stdin)), 'stdin');
  return checked(readFile(event), event);
}

function readFile(path: string): string {
  try {
    return readText(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EmulatorError(EVENT_INVALID, `The event could not be read: ${reason}`, {
      hint: '--event takes a file with JSON, or - for stdin; --data takes JSON itself; --sample sqs needs no file.',
      cause,
    });
  }
}

function checked(json: string, from: string): string {
  try {
    JSON.parse(json);
    return json;
  } catch (cause) {
    throw new EmulatorError(EVENT_INVALID, `The event in ${from} is no JSON: ${(cause as Error).message}`, {
      hint: 'Events of functions are JSON documents: `{"id": 7}`.',
    });
  }
}
