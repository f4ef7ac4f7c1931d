// Sends the traces of requests to a collector of OpenTelemetry, where OTEL_EXPORTER_OTLP_ENDPOINT names one.
import { OPTION_INVALID } from '#config/messages';
import { ownAddress } from '#core/host-names';
import type { Kernel } from '#core/kernel';
import { OTLP_EXPORT_FAILED } from '#core/messages';
import { EmulatorError } from '#lib/emulator-error';
import { VERSION } from '#lib/version';
import { type JsonSpan, spansOfTrace } from './spans-of-trace.ts';

/** Steps are gathered for so long before they are sent. */
const GATHER_MS = 1000;
const WITHIN_MS = 10_000;
/** Spans of a request. */
const MAX_SPANS = 2000;
/** Traces of which is remembered how much was sent; the first are forgotten first, and would be sent again. */
const MAX_TRACES = 10_000;

export interface TraceExport {
  /** Sends what is left. */
  stop(): Promise<void>;
}

/** Undefined for the emulator's own address: spans that come here are calls, whose spans would come here. @throws EmulatorError OPTION_INVALID */
export function exportTraces(kernel: Kernel): TraceExport | undefined {
  const { traces, log } = kernel;
  const url = urlOf(kernel.options.OTEL_EXPORTER_OTLP_ENDPOINT);
  if (isOwn(url, kernel)) return undefined;
  const changed = new Set<string>();
  const sent = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let hasFailed = false;
  const forget = traces.follow((trace) => {
    changed.add(trace);
    timer ??= setTimeout(() => void flush(), GATHER_MS).unref();
  });

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const spans = traces.gather(new Set(changed)).flatMap((trace) => {
      const before = sent.get(trace.id) ?? 0;
      sent.delete(trace.id);
      sent.set(trace.id, trace.steps.length);
      return spansOfTrace(trace, Math.min(before, trace.steps.length));
    });
    changed.clear();
    for (const [id] of sent) {
      if (sent.size <= MAX_TRACES) break;
      sent.delete(id);
    }
    for (let from = 0; from < spans.length; from += MAX_SPANS) await post(spans.slice(from, from + MAX_SPANS));
  }

  async function post(spans: readonly JsonSpan[]): Promise<void> {
    try {
      const body = JSON.stringify({
        resourceSpans: [{ resource: RESOURCE, scopeSpans: [{ scope: { name: 'cloud-emulator', version: VERSION }, spans }] }],
      });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(WITHIN_MS) });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`it answers ${answer.status}`);
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.in('traces').write(OTLP_EXPORT_FAILED, { url: url.href, reason: reasonOf(error) });
      hasFailed = true;
    }
  }

  return {
    stop: async () => {
      forget();
      if (timer !== undefined) await flush();
    },
  };
}

function urlOf(endpoint: string): URL {
  try {
    const url = new URL(`${endpoint.replace(/\/+$/, '')}/v1/traces`);
    if (/^https?:$/.test(url.protocol)) return url;
  } catch {
    // Told below
  }
  throw new EmulatorError(OPTION_INVALID, `OTEL_EXPORTER_OTLP_ENDPOINT="${endpoint}" is no address of a collector.`, {
    hint: 'Set it to the HTTP address of one, such as http://127.0.0.1:4318.',
  });
}

function isOwn(url: URL, kernel: Kernel): boolean {
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) && url.port === new URL(kernel.origin).port;
  return isHere || ownAddress(url, kernel) !== undefined;
}

const RESOURCE = { attributes: [{ key: 'service.name', value: { stringValue: 'cloud-emulator' } }] };

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
};
