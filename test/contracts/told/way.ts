// The form of a way in or out, and its place.
import type { Service } from '#core/service';
import type { FolderFixture } from '../../conformance/lambda/use-folders.ts';
import { functionArn } from '../../scenarios/why/mistake.ts';

/** An emulator with a manual clock, which is reset after each way. It has a function `orders`. */
export type Place = FolderFixture;

/** A way by which something begins, or by which something goes on elsewhere. */
export interface Way {
  readonly title: string;
  /** The entries of manifests that it uses, as `entriesOf` names them. */
  readonly entries?: readonly string[];
  /** Goes it, and answers the id of the request from which it began; undefined where something else begins it: a time, a file. */
  go(place: Place): Promise<string | undefined>;
  /** A step of its trace; without a request, of any trace. */
  readonly step: object;
}

export const FUNCTION = functionArn('orders');

/** The entries of a manifest by which something comes in or goes out. Targets are tried in told-targets. */
export const entriesOf = ({ name, sources, logSources, sender, openRoutes = [], routes = {}, work = {} }: Service): string[] => [
  ...Object.keys(sources ?? {}).map((kind) => `${name} source ${kind}`),
  ...Object.keys(logSources ?? {}).map((kind) => `${name} log source ${kind}`),
  ...(sender ? [`${name} sender`] : []),
  ...openRoutes.flatMap(({ prefix, upgrade }) => [`${name} open route ${prefix}`, ...(upgrade ? [`${name} sockets ${prefix}`] : [])]),
  ...Object.entries(routes).flatMap(([path, { effect }]) => (effect === 'changes' ? [`${name} route ${path}`] : [])),
  ...Object.keys(work).map((what) => `work ${what}`),
];
