// Reads events on their way into an archive and out of it, from their text, which stays as it is. Pure functions.
import { partsOf, type Slice, wholeValue } from '#lib/json-slice';

/** The payload that the rule of an archive sends to its target. */
export interface ArchiveInput {
  /** Name and id of the archive. */
  readonly name: string;
  readonly id: string;
  /** The event, verbatim. */
  readonly text: string;
}

/** Undefined if the payload did not come from the rule of an archive. */
export function readArchiveInput(payload: string): ArchiveInput | undefined {
  const members = membersOf(payload);
  const [arn, event] = [members.get('archive-arn'), members.get('event')];
  if (!arn || !event) return undefined;
  const [, name, id] = /:archive\/([^:]+):([^:]+)$/.exec(stringAt(payload, arn)) ?? [];
  return name === undefined || id === undefined ? undefined : { name, id, text: payload.slice(event.start, event.end) };
}

export interface ArchivedFacts {
  readonly id: string;
  /** The time in the event, NaN if it has none. */
  readonly eventMs: number;
  readonly sizeBytes: number;
}

/**
 * The size counts time, source, detail type, detail and resources. 159 bytes for each of the events that
 * `localstack/localstack` recorded (test_archive_and_replay.snapshot.json, test_list_archive_with_events).
 */
export function factsOf(text: string): ArchivedFacts {
  const members = membersOf(text);
  const string = (name: string): string => {
    const slice = members.get(name);
    return slice ? stringAt(text, slice) : '';
  };
  const time = string('time');
  const parts = [time, string('source'), string('detail-type')];
  const [detail, resources] = [members.get('detail'), members.get('resources')];
  if (detail) parts.push(text.slice(detail.start, detail.end));
  if (resources) for (const { start, end } of partsOf(text, resources)) parts.push(text.slice(start + 1, end - 1));
  return { id: string('id'), eventMs: Date.parse(time), sizeBytes: parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0) };
}

/**
 * The event with the member that replayed events have, after `region`, where the real service puts it:
 * https://docs.aws.amazon.com/eventbridge/latest/ref/events-structure.html
 */
export function withReplayName(text: string, replay: string): string {
  const at = membersOf(text).get('region')?.end;
  return at === undefined ? text : `${text.slice(0, at)},"replay-name":${JSON.stringify(replay)}${text.slice(at)}`;
}

const membersOf = (json: string): Map<string, Slice> => new Map([...partsOf(json, wholeValue(json))].map((part) => [part.key, part]));

function stringAt(json: string, { start, end }: Slice): string {
  const value: unknown = JSON.parse(json.slice(start, end));
  return typeof value === 'string' ? value : '';
}
