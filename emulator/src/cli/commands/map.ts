// `emulator map`: what calls what, from the last requests and from the settings of resources: for the terminal, or as a picture for a README.
import pc from 'picocolors';
import { askEmulator, endpoint } from '#cli/endpoint';
import { mapText } from '#cli/map/map-text';
import { mermaidText } from '#cli/map/mermaid';
import { svgText } from '#cli/map/svg';
import { print } from '#cli/print';
import { chosenRegion } from '#cli/region';
import { startOf } from '#cli/since';
import { stackResources } from '#cli/stack-functions';
import { OPTION_INVALID } from '#config/messages';
import { type DrawnMap, drawnMap } from '#gateway/management/drawn-map';
import { EmulatorError } from '#lib/emulator-error';

interface MapOptions {
  readonly endpoint?: string;
  readonly format: string;
  readonly json?: boolean;
  readonly region?: string;
  readonly stack?: string;
  readonly since?: string;
  readonly trace?: string;
  readonly traffic?: boolean;
}

const FORMS: Readonly<Record<string, (map: DrawnMap) => string>> = {
  text: mapText,
  json: (map) => JSON.stringify(map, undefined, 2),
  mermaid: mermaidText,
  svg: svgText,
};

export async function map({ endpoint: given, format: named, json, region, stack, since, trace, traffic }: MapOptions): Promise<void> {
  const format = json ? 'json' : named;
  const form = Object.hasOwn(FORMS, format) ? FORMS[format] : undefined;
  if (!form)
    throw new EmulatorError(OPTION_INVALID, `--format ${format} is no form of a map.`, { hint: `It is ${Object.keys(FORMS).join(', ')}.` });
  const url = endpoint(given);
  const query = new URLSearchParams({
    ...(region !== undefined && { region }),
    ...(since !== undefined && { since: String(await startOf(since, url)) }),
    ...(trace !== undefined && { trace }),
    ...(traffic && { only: 'traffic' }),
  });
  const whole = (await (await askEmulator(`${url}/_emulator/map?${query}`)).json()) as DrawnMap;
  const shown = stack === undefined ? whole : ofStack(whole, await namesIn(stack, url, region));
  if (shown.nodes.length > 0 || format !== 'text') print(form(shown));
  else print(pc.dim('no resources call each other, and no requests that are kept went through one'));
}

/** The last part of a name, an ARN or a URL, also behind `|`, by which rules name their bus. */
const lastPart = (text: string): string => text.split(/[/:|]/).at(-1) ?? text;

async function namesIn(stack: string, url: string, region = chosenRegion().region): Promise<Set<string>> {
  const resources = await stackResources(stack, { url, region });
  if (resources.length === 0)
    throw new EmulatorError(OPTION_INVALID, `There is no stack ${stack} in ${region}, or it is empty.`, {
      hint: '--region names another region.',
    });
  return new Set(resources.map(({ physicalId }) => lastPart(physicalId)));
}

/** Its resources, and what they call or are called by. */
function ofStack({ nodes, edges, left }: DrawnMap, names: ReadonlySet<string>): DrawnMap {
  const own = new Set(nodes.filter(({ name }) => names.has(lastPart(name))).map(({ id }) => id));
  const kept = edges.filter(({ from, to }) => own.has(from) || own.has(to));
  const shown = new Set([...own, ...kept.flatMap(({ from, to }) => [from, to])]);
  return drawnMap({ nodes: nodes.filter(({ id }) => shown.has(id)), edges: kept }, left);
}
