// The map of what calls what, from the traces of the last requests: nodes are resources, edges have counts, failures and times. Pure.
import type { RegionScope } from '#core/region-scope';
import { type CallStep, type DeliveryStep, isFailure, type RunStep, type Trace, type TraceStep } from '#core/traces/trace';
import { CLIENT_NODE, type MapNodeName, type NodeNames } from './node-names.ts';
import type { LinkEnd, NamedByLabel, ResourceLink } from './resource-links.ts';

export interface Figures {
  readonly count: number;
  readonly failed: number;
  /** Milliseconds; absent where nothing was timed. */
  readonly p50Ms?: number | undefined;
  readonly p95Ms?: number | undefined;
}

export interface MapNode extends MapNodeName, Figures {}

export interface MapEdge extends Figures {
  readonly from: string;
  readonly to: string;
  /** The operations, the most frequent first; `delivery` for what a service delivered; last the settings that lay the way down. */
  readonly operations: readonly string[];
  /** The last requests that went along it, the newest first. */
  readonly traces: readonly string[];
  /** The last of them that failed there. */
  readonly failedTrace?: string | undefined;
}

export interface TrafficMap {
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
}

/** A bus that an event came to, and the rules that took it there. */
export interface EventWay {
  readonly busArn: string;
  readonly ruleArns: readonly string[];
}

/** Limit: requests that an edge of the map names. */
const MAX_TRACES = 20;
/** Times of an edge or a node that are kept for its percentiles. */
const MAX_TIMES = 1000;

const labelKey = ({ service, label }: NamedByLabel, { account, region }: RegionScope): string =>
  [service, account, region, label].join('/');

class Tally {
  count = 0;
  failed = 0;
  readonly times: number[] = [];

  add(count: number, hasFailed: boolean, tookMs: number | undefined): void {
    this.count += count;
    if (hasFailed) this.failed += count;
    this.time(tookMs);
  }

  time(tookMs: number | undefined): void {
    if (tookMs !== undefined && this.times.length < MAX_TIMES) this.times.push(tookMs);
  }

  figures(): Figures {
    const { count, failed } = this;
    if (this.times.length === 0) return { count, failed };
    const sorted = [...this.times].sort((a, b) => a - b);
    const at = (share: number): number => Math.round(sorted[Math.ceil(share * sorted.length) - 1]! * 10) / 10;
    return { count, failed, p50Ms: at(0.5), p95Ms: at(0.95) };
  }
}

interface EdgeDraft {
  readonly from: string;
  readonly to: string;
  readonly tally: Tally;
  readonly operations: Map<string, number>;
  readonly traces: string[];
  failedTrace: string | undefined;
}

export class TrafficMapper {
  readonly #nodes = new Map<string, { readonly name: MapNodeName; readonly tally: Tally }>();
  readonly #edges = new Map<string, EdgeDraft>();
  readonly #names: NodeNames;
  readonly #labels = new Map<string, MapNodeName>();
  readonly #waysOf: (eventId: string) => readonly EventWay[];

  constructor(names: NodeNames, waysOf: (eventId: string) => readonly EventWay[]) {
    this.#names = names;
    this.#waysOf = waysOf;
  }

  /** The newest trace first: edges name the first that they see. */
  add({ id, steps }: Trace): void {
    if (steps.some((step) => step.kind === 'run' && (step.what === 'deployment' || step.what === 'reload'))) return;
    const delivered = new Set<string>();
    for (const step of steps) if (step.kind === 'delivery') this.#delivery(step, id, delivered);
    const open: (TraceStep & { readonly depth: number })[] = [];
    for (const step of steps) {
      if (step.kind === 'event') this.#event(step.eventId, id);
      if (step.kind !== 'call' && step.kind !== 'run') continue;
      while (open.length > 0 && open.at(-1)!.depth >= step.depth) open.pop();
      if (step.kind === 'run') this.#run(step, id);
      else this.#call(step, open, id, delivered);
      open.push(step);
    }
  }

  #node(name: MapNodeName): Tally {
    let node = this.#nodes.get(name.id);
    if (!node) this.#nodes.set(name.id, (node = { name, tally: new Tally() }));
    return node.tally;
  }

  #step(from: MapNodeName, to: MapNodeName, operation: string, trace: string): EdgeDraft | undefined {
    const edge = this.#edge(from, to);
    edge?.operations.set(operation, (edge.operations.get(operation) ?? 0) + 1);
    if (edge && edge.traces.at(-1) !== trace && edge.traces.length < MAX_TRACES) edge.traces.push(trace);
    return edge;
  }

  #edge(from: MapNodeName, to: MapNodeName): EdgeDraft | undefined {
    const [a, b] = [from.id, to.id];
    if (a === b) return undefined;
    this.#node(from);
    this.#node(to);
    const key = `${a} ${b}`;
    let edge = this.#edges.get(key);
    if (!edge)
      this.#edges.set(key, (edge = { from: a, to: b, tally: new Tally(), operations: new Map(), traces: [], failedTrace: undefined }));
    return edge;
  }

  /** The name that people gave a resource. Labels are told before the links that use them. */
  addLabel(label: string, arn: string, place: RegionScope): void {
    const node = this.#names.ofArn(arn);
    if (node) this.#labels.set(labelKey({ service: node.service, label }, place), node);
  }

  /** A way that settings lay down. */
  addLink({ from, to, by }: ResourceLink, place: RegionScope): void {
    const end = (named: LinkEnd): MapNodeName | undefined => {
      if (typeof named === 'string') return this.#names.ofEnd(named);
      return 'label' in named ? this.#labels.get(labelKey(named, place)) : this.#names.ofParameters(named, place);
    };
    const [first, last] = [end(from), end(to)];
    const edge = first && last && this.#edge(first, last);
    if (edge && !edge.operations.has(by)) edge.operations.set(by, 0);
  }

  #delivery(step: DeliveryStep, trace: string, delivered: Set<string>): void {
    const [from, to] = [step.from === undefined ? undefined : this.#names.ofArn(step.from), this.#names.ofArn(step.targetArn)];
    if (!from || !to || step.outcome === 'postponed') return;
    const edge = this.#step(from, to, 'delivery', trace);
    delivered.add(to.id);
    edge?.tally.add(step.count, isFailure(step), undefined);
    if (isFailure(step) && edge) edge.failedTrace ??= trace;
  }

  #event(eventId: string, trace: string): void {
    for (const { busArn, ruleArns } of this.#waysOf(eventId)) {
      const bus = this.#names.ofArn(busArn);
      for (const arn of ruleArns) {
        const rule = this.#names.ofArn(arn);
        if (bus && rule) this.#step(bus, rule, 'event', trace)?.tally.add(1, false, undefined);
      }
    }
  }

  /** Times and failures of a function, an API or an execution are those of its node. */
  #run(step: RunStep, trace: string): void {
    const node = this.#names.ofArn(step.resource);
    if (!node || step.what === 'batch' || step.what === 'problem' || step.what === 'state') return;
    this.#node(node).add(1, step.failed, step.tookMs);
    if (step.what !== 'request' || step.depth > 0) return;
    const edge = this.#step(CLIENT_NODE, node, step.name?.split(' ')[0] ?? 'request', trace);
    edge?.tally.add(1, step.failed, step.tookMs);
    if (step.failed && edge) edge.failedTrace ??= trace;
  }

  #call(step: CallStep, open: readonly TraceStep[], trace: string, delivered: ReadonlySet<string>): void {
    if (!this.#names.isTraffic(step.service, step.operation)) return;
    const from = this.#callerOf(step, open);
    const to = this.#names.ofCall(step.service, step.resource, step);
    const edge = this.#step(from, to, step.operation, trace);
    if (!edge) return;
    // The delivery has counted it already: only the time is new
    const isDelivery = step.caller?.includes('.amazonaws.com') === true && delivered.has(to.id);
    if (isDelivery) edge.tally.time(step.tookMs);
    else edge.tally.add(1, step.failed, step.tookMs);
    if (step.failed) edge.failedTrace ??= trace;
  }

  /** A function or a service by its name; in a role, the run that made the call; else a client. */
  #callerOf(step: CallStep, open: readonly TraceStep[]): MapNodeName {
    const named = this.#names.ofCaller(step.caller, step);
    if (named && named.name !== '') return named;
    for (const outer of [...open].reverse()) {
      const node =
        outer.kind === 'run'
          ? this.#names.ofArn(outer.resource)
          : outer.kind === 'call'
            ? this.#names.ofCall(outer.service, outer.resource, outer)
            : undefined;
      if (node) return node;
    }
    return named ?? CLIENT_NODE;
  }

  map(): TrafficMap {
    return {
      nodes: [...this.#nodes.values()].map(({ name, tally }) => ({ ...name, ...tally.figures() })),
      edges: [...this.#edges.values()].map(({ from, to, tally, operations, traces, failedTrace }) => ({
        from,
        to,
        ...tally.figures(),
        operations: [...operations].sort(([, a], [, b]) => b - a).map(([operation]) => operation),
        traces,
        failedTrace,
      })),
    };
  }
}
