// `emulator metrics [namespace]`: the metrics with the values of their last minute.
import pc from 'picocolors';
import { askEmulator, endpoint } from '#cli/endpoint';
import { print } from '#cli/print';

interface MetricsOptions {
  readonly endpoint?: string;
  readonly json?: boolean;
  readonly follow?: boolean;
}

interface MetricLine {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: readonly { readonly name: string; readonly value: string }[];
  readonly unit: string;
  readonly atMs: number;
  readonly count: number;
  readonly sum: number;
  readonly minimum: number;
  readonly maximum: number;
}

export async function metrics(namespace: string | undefined, { endpoint: given, json, follow }: MetricsOptions): Promise<void> {
  const query = new URLSearchParams({ format: 'lines', ...(namespace !== undefined && { namespace }), ...(follow && { follow: '1' }) });
  const answer = await askEmulator(`${endpoint(given)}/_emulator/metrics?${query}`);
  let [rest, isEmpty] = ['', true];
  for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream() as never) as unknown as AsyncIterable<string>) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) print(json ? part : readable(JSON.parse(part) as MetricLine));
    isEmpty &&= parts.length === 0;
  }
  if (isEmpty && !json) print(pc.dim('no metrics in the last three hours'));
}

function readable({ namespace, name, dimensions, unit, atMs, count, sum, minimum, maximum }: MetricLine): string {
  const of = dimensions.map((dimension) => `${dimension.name}=${dimension.value}`).join(' ');
  const range = minimum === maximum ? `${rounded(sum)}` : `${rounded(sum)} in ${count}: ${rounded(minimum)} to ${rounded(maximum)}`;
  const shownUnit = unit === 'None' || unit === 'Count' ? '' : ` ${unit}`;
  return `${pc.dim(new Date(atMs).toISOString().slice(11, 19))} ${namespace} ${pc.bold(name)}${of === '' ? '' : ` ${of}`} ${pc.green(range + shownUnit)}`;
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
