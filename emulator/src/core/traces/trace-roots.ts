// Which trace an X-Ray header belongs to: functions pass the header of their invocation on, so that their calls join its trace.
import type { Trace } from '#core/call';

/** Limit: invocations whose calls join their trace. With more, the calls of the oldest begin traces of their own. */
const MAX_ROOTS = 4096;
const ROOT = /(?:^|;)\s*Root=(1-[0-9a-f]{8}-[0-9a-f]{24})/;

export class TraceRoots {
  readonly #roots = new Map<string, Trace>();

  /** Calls with this header follow from that trace. `depth`: theirs. */
  note(header: string, trace: Trace): void {
    const [, root] = ROOT.exec(header) ?? [];
    if (root === undefined) return;
    if (this.#roots.size >= MAX_ROOTS) this.#roots.delete(this.#roots.keys().next().value!);
    this.#roots.set(root, trace);
  }

  /** Undefined without a header, and for headers that did not begin here. */
  traceOf(header: string | undefined): Trace | undefined {
    if (header === undefined || this.#roots.size === 0) return undefined;
    const [, root] = ROOT.exec(header) ?? [];
    return root === undefined ? undefined : this.#roots.get(root);
  }
}
