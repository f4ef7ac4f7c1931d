// The HTTP parameters of a target. A value that begins with `$.` is a path: it stands for the value of the event there.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-api-gateway-target.html, "Dynamic parameters"
import type { HttpDelivery } from '#core/delivery/destination';
import type { Frozen } from '#core/records';
import { followPath, parseInputPath } from '#lib/input-path';
import type { HttpParameters } from '#model/events';
import type { EventText } from './target-input.ts';

type Fill = (event: EventText) => string;

/** Undefined for a target without such parameters. */
export function httpMaker(given: Frozen<HttpParameters> | undefined): ((event: EventText) => HttpDelivery) | undefined {
  if (!given) return undefined;
  const path = (given.PathParameterValues ?? []).map(fillOf);
  const [headers, query] = [valuesOf(given.HeaderParameters), valuesOf(given.QueryStringParameters)];
  return (event) => ({ pathValues: path.map((fill) => fill(event)), headers: filled(headers, event), query: filled(query, event) });
}

const valuesOf = (given: Readonly<Record<string, string | undefined>> = {}): (readonly [string, Fill])[] =>
  Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, fillOf(value)] as const]));

const filled = (values: readonly (readonly [string, Fill])[], event: EventText): Record<string, string> =>
  Object.fromEntries(values.map(([name, fill]) => [name, fill(event)]));

function fillOf(value: string): Fill {
  const path = value.startsWith('$.') ? parseInputPath(value) : undefined;
  if (!path) return () => value;
  return ({ text }) => {
    const json = followPath(text, path) ?? '';
    return json.startsWith('"') ? (JSON.parse(json) as string) : json;
  };
}
