// The graph of services that traces passed: nodes by name and type, edges from callers to called, the client first. Pure.
import type { Service } from '#model/xray';
import type { AssembledTrace, ServiceName, TracedSegment } from '#services/xray/traces/assemble-trace';
import { durationOf, rootOf } from '#services/xray/traces/trace-facts';
import { Statistics } from './statistics.ts';

interface Span {
  start: number;
  end: number;
}

interface Node extends Span {
  readonly reference: number;
  readonly service: ServiceName;
  readonly statistics: Statistics;
  readonly edges: Map<Node, Edge>;
  isRoot: boolean;
  /** The node sends segments itself. */
  isActive: boolean;
}

interface Edge extends Span {
  readonly statistics: Statistics;
}

/** The type of the node that sent the first request. */
const CLIENT = 'client';

export class ServiceGraph {
  readonly #nodes = new Map<string, Node>();

  add(trace: AssembledTrace): void {
    const root = rootOf(trace);
    if (root) this.#addClient(root);
    for (const segment of trace.segments) {
      const node = this.#node(segment.service, segment);
      node.statistics.add(segment.document, durationOf(segment.document));
      if (segment === root) node.isRoot = true;
      if (!segment.isInferred) node.isActive = true;
      if (segment.caller) this.#edge(this.#node(segment.caller.service, segment.caller), node, segment);
    }
  }

  #addClient(root: TracedSegment): void {
    this.#edge(this.#node({ ...root.service, type: CLIENT }, root), this.#node(root.service, root), root);
  }

  #node(service: ServiceName, segment: TracedSegment): Node {
    const key = JSON.stringify([service.name, service.type, service.account]);
    let node = this.#nodes.get(key);
    if (!node) {
      node = {
        reference: this.#nodes.size,
        service,
        statistics: new Statistics(),
        edges: new Map(),
        isRoot: false,
        isActive: false,
        ...spanOf(segment),
      };
      this.#nodes.set(key, node);
    }
    widen(node, segment);
    return node;
  }

  #edge(from: Node, to: Node, segment: TracedSegment): void {
    let edge = from.edges.get(to);
    if (!edge) from.edges.set(to, (edge = { statistics: new Statistics(), ...spanOf(segment) }));
    widen(edge, segment);
    edge.statistics.add(segment.document, durationOf(segment.call ?? segment.document));
  }

  services(): Service[] {
    return [...this.#nodes.values()].map(describe);
  }
}

const spanOf = ({ document: { start_time: start, end_time: end = start } }: TracedSegment): Span => ({ start, end });

function widen(span: Span, segment: TracedSegment): void {
  const { start, end } = spanOf(segment);
  span.start = Math.min(span.start, start);
  span.end = Math.max(span.end, end);
}

const timesOf = ({ start, end }: Span) => ({ StartTime: new Date(Math.floor(start * 1000)), EndTime: new Date(Math.ceil(end * 1000)) });

function describe(node: Node): Service {
  const { reference, service, statistics, edges, isRoot, isActive } = node;
  const isClient = service.type === CLIENT;
  return {
    ReferenceId: reference,
    Name: service.name,
    Names: [service.name],
    ...(isRoot && { Root: true }),
    ...(!isClient && { AccountId: service.account }),
    Type: service.type,
    State: isActive ? 'active' : 'unknown',
    ...timesOf(node),
    Edges: [...edges].map(([to, edge]) => ({
      ReferenceId: to.reference,
      ...timesOf(edge),
      SummaryStatistics: edge.statistics.summary(),
      ResponseTimeHistogram: edge.statistics.histogram(),
      Aliases: [],
    })),
    ...(!isClient && {
      SummaryStatistics: statistics.summary(),
      DurationHistogram: statistics.histogram(),
      ResponseTimeHistogram: statistics.histogram(),
    }),
  };
}
