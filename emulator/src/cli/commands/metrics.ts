// `emulator metrics [namespace]`: the metrics with the values of their last minute.
import pc from 'picocolors';
import { askEmulator, endpoint } from '#cli/endpoint';
import { linesOf } from '#cli/log-stream';
import { print } from '#cli/print';
import type { LastPoint } from '#gateway/management/last-point';

interface MetricsOptions {
  readonly endpoint?: string;
  readonly json?: boolean;
  readonly follow?: boolean;
}

export async function metrics(namespace: string | undefined, { endpoint: given, json, follow }: MetricsOptions): Promise<void> {
  const query = new URLSearchParams({ format: 'lines', ...(namespace !== undefined && { namespace }), ...(follow && { follow: '1' }) });
  const answer = await askEmulator(`${endpoint(given)}/_emulator/metrics?${query}`);
  let isEmpty = true;
  for await (const line of linesOf(answer)) {
    print(json ? line : readable(JSON.parse(line) as LastPoint));
    isEmpty = false;
  }
  if (isEmpty && !json) print(pc.dim('no metrics in the last three hours'));
}

function readable({ namespace, name, dimensions, unit, atMs, count, sum, minimum, maximum }: LastPoint): string {
  const of = dimensions.map((dimension) => `${dimension.name}=${dimension.value}`).join(' ');
  const range = minimum === maximum ? `${rounded(sum)}` : `${rounded(sum)} in ${count}: ${rounded(minimum)} to ${rounded(maximum)}`;
  const shownUnit = unit === 'None' || unit === 'Count' ? '' : ` ${unit}`;
  return `${pc.dim(new Date(atMs).toISOString().slice(11, 19))} ${namespace} ${pc.bold(name)}${of === '' ? '' : ` ${of}`} ${pc.green(range + shownUnit)}`;
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
