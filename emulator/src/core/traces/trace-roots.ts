// Which trace a function's call belongs to: SDKs pass the X-Ray header of its invocation on. Where one does not, the function is known by its key, and its
// invocation while it has no other.
import type { Trace } from '#core/call';

/** Limit: invocations whose calls join their trace. With more, the calls of the oldest begin traces of their own. */
const MAX_ROOTS = 4096;
const ROOT = /(?:^|;)\s*Root=(1-[0-9a-f]{8}-[0-9a-f]{24})/;

export class TraceRoots {
  readonly #roots = new Map<string, Trace>();
  /** The traces of the invocations under way, by the name of the caller that each function is. */
  readonly #running = new Map<string, Trace[]>();

  /** Calls with this header follow from that trace. `depth`: theirs. */
  note(header: string, trace: Trace): void {
    const [, root] = ROOT.exec(header) ?? [];
    if (root === undefined) return;
    if (this.#roots.size >= MAX_ROOTS) this.#roots.delete(this.#roots.keys().next().value!);
    this.#roots.set(root, trace);
  }

  /** Both: `note` and `begin`. */
  join(header: string, caller: string, trace: Trace): () => void {
    this.note(header, trace);
    return this.begin(caller, trace);
  }

  /** Calls of this caller (`function orders`) follow from that trace, while none else of it runs. Returns what ends it. */
  begin(caller: string, trace: Trace): () => void {
    const running = this.#running.get(caller);
    if (running) running.push(trace);
    else this.#running.set(caller, [trace]);
    return () => {
      const left = (this.#running.get(caller) ?? []).filter((each) => each !== trace);
      if (left.length > 0) this.#running.set(caller, left);
      else this.#running.delete(caller);
    };
  }

  /** Undefined for headers that did not begin here, and without a header for callers of which none or more than one invocation runs. */
  traceOf(header: string | undefined, caller?: string): Trace | undefined {
    if (header === undefined) {
      const running = caller === undefined ? undefined : this.#running.get(caller);
      return running?.length === 1 ? running[0] : undefined;
    }
    if (this.#roots.size === 0) return undefined;
    const [, root] = ROOT.exec(header) ?? [];
    return root === undefined ? undefined : this.#roots.get(root);
  }
}
