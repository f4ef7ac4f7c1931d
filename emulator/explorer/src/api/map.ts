// The map of what calls what (docs/management.md).
import { json } from './management.ts';
import type { Scope } from './model.ts';

interface Figures {
  readonly count: number;
  readonly failed: number;
  readonly p50Ms?: number;
  readonly p95Ms?: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface MapNode extends Figures, Point {
  readonly id: string;
  readonly service: string;
  readonly kind: string;
  readonly name: string;
  readonly account: string;
  readonly region: string;
  readonly title: string;
  readonly lines: readonly [string, string];
}

export interface MapEdge extends Figures {
  readonly from: string;
  readonly to: string;
  readonly operations: readonly string[];
  readonly traces: readonly string[];
  readonly failedTrace?: string;
  readonly path: string;
  readonly labelAt: Point;
  readonly label: string;
}

export interface DrawnMap {
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
  readonly width: number;
  readonly height: number;
  /** The box of each node. */
  readonly box: { readonly width: number; readonly height: number };
  /** Nodes that were left out. */
  readonly left: number;
}

/** @throws Fault TRACE_MISSING where the request is kept no more */
export function readMap(
  { account, region }: Scope,
  { trace, since, only }: { readonly trace: string; readonly since: number | undefined; readonly only: string },
): Promise<DrawnMap> {
  const query = {
    account,
    region,
    ...(trace !== '' && { trace }),
    ...(since !== undefined && { since: String(since) }),
    ...(only !== '' && { only }),
  };
  return json(`/map?${new URLSearchParams(query)}`);
}
