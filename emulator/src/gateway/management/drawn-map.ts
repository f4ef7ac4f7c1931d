// The map as `/_emulator/map` answers it: with the coordinates, paths and texts of its drawing, for whoever draws it.
import { figuresOf, labelOf, titleOf } from '#core/traces/map/labels';
import { type GridCell, layoutOf } from '#core/traces/map/layout';
import type { MapEdge, MapNode, TrafficMap } from '#core/traces/map/traffic-map';

/** The box of a node, in the units of the drawing. */
const BOX = { width: 184, height: 46 };
const COLUMN = BOX.width + 100;
const ROW = BOX.height + 34;
const MARGIN = 16;
/** Characters of the two lines in a box. */
const MAX_LINE = [23, 31] as const;
/** How far an edge that leads backwards bends below its ends. */
const DROP = BOX.height * 1.5;
const MIN_BEND = 60;

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface DrawnNode extends MapNode, Point {
  readonly title: string;
  /** The lines in the box, cut to its width. */
  readonly lines: readonly [string, string];
}

export interface DrawnEdge extends MapEdge {
  /** The `d` of a path in SVG. */
  readonly path: string;
  /** The middle of its label. */
  readonly labelAt: Point;
  readonly label: string;
}

export interface DrawnMap {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  readonly width: number;
  readonly height: number;
  readonly box: typeof BOX;
  /** Nodes that were left out. */
  readonly left: number;
}

export function drawnMap({ nodes, edges }: TrafficMap, left: number): DrawnMap {
  const { nodes: cells, ways } = layoutOf(
    nodes.map(({ id }) => id),
    edges,
  );
  const columns: number[] = [];
  for (const { column, row } of [...cells.values(), ...ways.flat()]) columns[column] = Math.max(columns[column] ?? 0, row + 1);
  const longest = Math.max(1, ...columns);
  const pointOf = ({ column, row }: GridCell): Point => ({
    x: MARGIN + column * COLUMN,
    y: MARGIN + (row + (longest - columns[column]!) / 2) * ROW + (ROW - BOX.height) / 2,
  });
  const points = new Map([...cells].map(([id, cell]) => [id, pointOf(cell)]));
  return {
    nodes: nodes.map((node) => ({ ...node, ...points.get(node.id)!, title: titleOf(node), lines: linesOf(node) })),
    edges: edges.map((edge, at) => ({
      ...edge,
      ...curve([points.get(edge.from)!, ...ways[at]!.map(pointOf), points.get(edge.to)!]),
      label: labelOf(edge),
    })),
    width: 2 * MARGIN + Math.max(0, columns.length - 1) * COLUMN + BOX.width,
    height: 2 * MARGIN + longest * ROW,
    box: BOX,
    left,
  };
}

function linesOf(node: MapNode): readonly [string, string] {
  const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
  const kind = [node.service, node.kind].filter(Boolean).join(' ');
  const below = [kind, ...(node.count > 0 ? [figuresOf(node)] : [])].join(' · ');
  return [cut(node.name || titleOf(node), MAX_LINE[0]), cut(below, MAX_LINE[1])];
}

/** From the right side of the first to the left side of the last, straight where it passes columns; backwards below both. */
function curve(points: readonly Point[]): Pick<DrawnEdge, 'path' | 'labelAt'> {
  const half = BOX.height / 2;
  const dropTo = (from: Point, to: Point): number => (to.x > from.x ? 0 : DROP);
  const pieces = points.slice(1).map((to, at) => {
    const from = points[at]!;
    const [startX, startY, endY, drop] = [from.x + BOX.width, from.y + half, to.y + half, dropTo(from, to)];
    const bend = Math.max(MIN_BEND, Math.abs(to.x - startX) / 2);
    return `${at === 0 ? 'M' : 'L'}${startX} ${startY}C${startX + bend} ${startY + drop} ${to.x - bend} ${endY + drop} ${to.x} ${endY}`;
  });
  const [first, second] = points as [Point, Point];
  // The label of a long edge stands on its first piece; half a line lower it is in the middle of its height
  const labelAt = { x: (first.x + BOX.width + second.x) / 2, y: (first.y + second.y) / 2 + half + 0.75 * dropTo(first, second) + 4 };
  return { path: pieces.join(''), labelAt };
}
