// The map as `/_emulator/map` answers it.
import type { MapEdge, MapNode } from '#core/traces/map/traffic-map';

export interface DrawnNode extends MapNode {
  readonly column: number;
  readonly row: number;
}

export interface DrawnMap {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly MapEdge[];
  /** Nodes that were left out. */
  readonly left: number;
}
