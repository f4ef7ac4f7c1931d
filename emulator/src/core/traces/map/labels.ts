// The words of a map: names of nodes, figures of edges.
import type { MapEdge, MapNode } from '#core/traces/map/traffic-map';

export const titleOf = ({ service, kind, name }: Pick<MapNode, 'service' | 'kind' | 'name'>): string =>
  service === 'client' ? 'client' : [service, kind, name].filter(Boolean).join(' ');

const shownMs = (ms: number): string => (ms < 10 ? `${ms} ms` : ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`);

/** The figures; of an edge that no request took, the setting that lays it down. */
export const labelOf = (edge: MapEdge): string => (edge.count === 0 ? (edge.operations[0] ?? '') : figuresOf(edge));

/** `12 · 2 failed · 40 ms` */
export const figuresOf = ({ count, failed, p50Ms }: Pick<MapEdge, 'count' | 'failed' | 'p50Ms'>): string =>
  [String(count), ...(failed > 0 ? [`${failed} failed`] : []), ...(p50Ms === undefined ? [] : [shownMs(p50Ms)])].join(' · ');

/** The same with the time that nearly all kept. */
export const figuresWithTail = (edge: MapEdge): string =>
  edge.p95Ms === undefined || edge.p95Ms === edge.p50Ms ? labelOf(edge) : `${figuresOf(edge)} (p95 ${shownMs(edge.p95Ms)})`;
