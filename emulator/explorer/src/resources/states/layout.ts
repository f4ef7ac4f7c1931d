// Places the states of a definition for drawing: rows from the start downwards, branches side by side inside their state, edges through the gaps.
import { type Graph, graphOf, type StateDefinition, type StatesBlock } from './graph-of.ts';
import { placeInRows } from './rows.ts';

export interface LaidNode {
  readonly name: string;
  readonly type: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Branches of a Parallel state, or the one processor of a Map state, relative to the node. */
  readonly inner: readonly { readonly x: number; readonly y: number; readonly layout: Layout }[];
}

export interface LaidEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: 'next' | 'choice' | 'catch';
  readonly label: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly LaidNode[];
  readonly edges: readonly LaidEdge[];
}

const CHAR_PX = 7;
const NODE_HEIGHT = 38;
const MIN_NODE_WIDTH = 110;
const MAX_NODE_WIDTH = 260;
const ROW_GAP = 44;
const INNER_GAP = 16;
const INNER_TOP = 30;
const LOOP_GAP = 18;

/** Deeper nesting is drawn as plain states. */
const MAX_DEPTH = 8;

export function layoutOf(block: StatesBlock, depth = 0): Layout {
  const graph = graphOf(block);
  const boxes = new Map(graph.names.map((name) => [name, boxOf(name, block.States?.[name] ?? {}, depth)]));
  const rows = placeInRows(graph, (name) => boxes.get(name)!.width);
  const rowHeights = rows.rows.map((row) => Math.max(NODE_HEIGHT, ...row.map((name) => boxes.get(name)?.height ?? 0)));
  let below = 0;
  const tops = rowHeights.map((height) => {
    const top = below;
    below += height + ROW_GAP;
    return top;
  });
  const nodes = rows.rows.flatMap((row, i) =>
    row.flatMap((name): LaidNode[] => {
      const box = boxes.get(name);
      return box ? [{ ...box, name, x: rows.centers.get(name)! - box.width / 2, y: tops[i]! }] : [];
    }),
  );
  const edges = edgesOf(graph, nodes, rows, tops, rowHeights);
  const right = Math.max(0, ...nodes.map(({ x, width }) => x + width), ...edges.flatMap(({ points }) => points.map(([x]) => x)));
  return { width: right, height: (tops.at(-1) ?? 0) + (rowHeights.at(-1) ?? 0), nodes, edges };
}

type Box = Omit<LaidNode, 'x' | 'y' | 'name'>;

function boxOf(name: string, { Type = 'unknown', Branches, ItemProcessor, Iterator: iterator }: StateDefinition, depth: number): Box {
  const width = Math.min(MAX_NODE_WIDTH, Math.max(MIN_NODE_WIDTH, name.length * CHAR_PX + 24));
  const processor = ItemProcessor ?? iterator;
  const blocks = depth >= MAX_DEPTH ? [] : (Branches ?? (processor ? [processor] : []));
  if (blocks.length === 0) return { type: Type, width, height: NODE_HEIGHT, inner: [] };
  let x = INNER_GAP;
  const inner = blocks.map((block) => {
    const layout = layoutOf(block, depth + 1);
    const placed = { x, y: INNER_TOP, layout };
    x += layout.width + INNER_GAP;
    return placed;
  });
  const height = INNER_TOP + INNER_GAP + Math.max(...inner.map(({ layout }) => layout.height));
  return { type: Type, width: Math.max(width, x), height, inner };
}

function edgesOf(
  { edges, backEdges }: Graph,
  nodes: readonly LaidNode[],
  { paths, centers }: ReturnType<typeof placeInRows>,
  tops: readonly number[],
  heights: readonly number[],
): LaidEdge[] {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  let loopRight = Math.max(0, ...nodes.map(({ x, width }) => x + width));
  return edges.map((edge, i): LaidEdge => {
    const [from, to] = [byName.get(edge.from)!, byName.get(edge.to)!];
    if (backEdges.has(i)) {
      loopRight += LOOP_GAP;
      const [fromY, toY] = [from.y + from.height / 2, to.y + to.height / 2];
      const points = [
        [from.x + from.width, fromY],
        [loopRight, fromY],
        [loopRight, toY],
        [to.x + to.width, toY],
      ] as const;
      return { ...edge, points };
    }
    const between = (paths.get(i) ?? []).flatMap(({ id, row }): (readonly [number, number])[] => {
      const x = centers.get(id)!;
      return [
        [x, tops[row]!],
        [x, tops[row]! + heights[row]!],
      ];
    });
    return { ...edge, points: [[from.x + from.width / 2, from.y + from.height], ...between, [to.x + to.width / 2, to.y]] };
  });
}
