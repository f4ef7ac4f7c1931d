// The map as `/_emulator/map` answers it.
import { type GridCell, layoutOf } from '#core/traces/map/layout';
import type { MapEdge, MapNode, TrafficMap } from '#core/traces/map/traffic-map';

export interface DrawnNode extends MapNode, GridCell {}

export interface DrawnEdge extends MapEdge {
  /** Places that it passes between its ends. */
  readonly way: readonly GridCell[];
}

export interface DrawnMap {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  /** How many places each column has. */
  readonly columns: readonly number[];
  /** Nodes that were left out. */
  readonly left: number;
}

export function drawnMap({ nodes, edges }: TrafficMap, left: number): DrawnMap {
  const { nodes: places, ways } = layoutOf(
    nodes.map(({ id }) => id),
    edges,
  );
  const columns: number[] = [];
  for (const { column } of places.values()) columns[column] = (columns[column] ?? 0) + 1;
  return {
    nodes: nodes.map((node) => ({ ...node, ...places.get(node.id)! })),
    edges: edges.map((edge, number) => ({ ...edge, way: ways[number]! })),
    columns,
    left,
  };
}
