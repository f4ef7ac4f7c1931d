// The drawing of the map: nodes in columns from callers to called, an arrow for each edge. Nodes lead to their resources, edges to their requests.
import { useLocation } from 'preact-iso/router';
import type { DrawnMap, MapEdge, MapNode, Place } from '#api/map.ts';
import type { Scope } from '#api/model.ts';
import { figuresOf, keyOf, pageOf, titleOf } from './map-words.ts';

const WIDTH = 184;
const HEIGHT = 46;
const COLUMN = WIDTH + 100;
const ROW = HEIGHT + 34;
const MARGIN = 16;
const MAX_NAME = 23;
const MAX_BELOW = 31;
/** The share of its size to which a wide map shrinks before it scrolls. */
const LEAST_SCALE = 0.85;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface DrawingProps {
  readonly map: DrawnMap;
  readonly scope: Scope;
  /** The key of the edge that is chosen. */
  readonly chosen: string;
  readonly edgePath: (key: string) => string;
}

export function MapDrawing({ map: { nodes, edges, columns }, scope, chosen, edgePath }: DrawingProps) {
  const longest = Math.max(...columns);
  const pointOf = ({ column, row }: Place): Point => ({
    x: MARGIN + column * COLUMN,
    y: MARGIN + (row + (longest - (columns[column] ?? 0)) / 2) * ROW + (ROW - HEIGHT) / 2,
  });
  const byId = new Map(nodes.map((node) => [node.id, { node, at: pointOf(node) }]));
  const [width, height] = [2 * MARGIN + (columns.length - 1) * COLUMN + WIDTH, 2 * MARGIN + longest * ROW];
  return (
    <div class="map" tabIndex={0} role="region" aria-label="Map">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        style={{ minWidth: `${Math.round(width * LEAST_SCALE)}px`, maxWidth: `${width}px` }}
        role="group"
        aria-label="What calls what"
      >
        <defs>
          {['', 'failed', 'chosen'].map((kind) => (
            <marker key={kind} id={`head-${kind}`} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
              <path class={`head ${kind}`} d="M0 0 8 4 0 8z" />
            </marker>
          ))}
        </defs>
        {edges.map((edge) => {
          const [from, to] = [byId.get(edge.from)!, byId.get(edge.to)!];
          const key = keyOf(edge);
          const label = `${titleOf(from.node)} to ${titleOf(to.node)}: ${figuresOf(edge)}`;
          const points = [from.at, ...edge.way.map(pointOf), to.at];
          return <Edge key={key} edge={edge} points={points} label={label} href={edgePath(key)} isChosen={key === chosen} />;
        })}
        {nodes.map((node) => (
          <Node key={node.id} node={node} at={pointOf(node)} href={pageOf(node, scope)} />
        ))}
      </svg>
    </div>
  );
}

/** The router does not see links of SVG. */
function useLink(href: string | undefined) {
  const { route } = useLocation();
  if (href === undefined) return {};
  return {
    href,
    onClick: (event: MouseEvent): void => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      route(href);
    },
  };
}

interface EdgeProps {
  readonly edge: MapEdge;
  /** The points of its ends, and those between them. */
  readonly points: readonly Point[];
  readonly label: string;
  readonly href: string;
  readonly isChosen: boolean;
}

function Edge({ edge, points, label, href, isChosen }: EdgeProps) {
  const { path, middle } = curve(points);
  const kind = isChosen ? 'chosen' : edge.failed > 0 ? 'failed' : '';
  return (
    <a {...useLink(href)} class={`edge ${kind}`} aria-label={label} aria-current={isChosen ? 'true' : undefined}>
      <path class="reach" d={path} />
      <path class="line" d={path} marker-end={`url(#head-${kind})`} />
      <text x={middle.x} y={middle.y + 4} text-anchor="middle">
        {figuresOf(edge)}
      </text>
    </a>
  );
}

/** From the right side of the first to the left side of the last, straight where it passes columns; backwards below both. */
function curve(points: readonly Point[]): { readonly path: string; readonly middle: Point } {
  const half = HEIGHT / 2;
  const dropTo = (from: Point, to: Point): number => (to.x > from.x ? 0 : HEIGHT * 1.5);
  const pieces = points.slice(1).map((to, at) => {
    const from = points[at]!;
    const [startX, startY, endY, drop] = [from.x + WIDTH, from.y + half, to.y + half, dropTo(from, to)];
    const bend = Math.max(60, Math.abs(to.x - startX) / 2);
    return `${at === 0 ? 'M' : 'L'}${startX} ${startY}C${startX + bend} ${startY + drop} ${to.x - bend} ${endY + drop} ${to.x} ${endY}`;
  });
  const [first, second] = points as [Point, Point];
  const middle = { x: (first.x + WIDTH + second.x) / 2, y: (first.y + second.y) / 2 + half + 0.75 * dropTo(first, second) };
  return { path: pieces.join(''), middle };
}

/** The texts of a box are as long as fits. */
const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

function Node({ node, at: { x, y }, href }: { node: MapNode; at: Point; href: string | undefined }) {
  const link = useLink(href);
  const name = node.name || titleOf(node);
  const below = [[node.service, node.kind].filter(Boolean).join(' '), ...(node.count > 0 ? [figuresOf(node)] : [])].join(' · ');
  const drawn = (
    <>
      <title>{titleOf(node)}</title>
      <rect x={x} y={y} width={WIDTH} height={HEIGHT} rx="6" />
      <text class="name" x={x + 10} y={y + 20}>
        {cut(name, MAX_NAME)}
      </text>
      <text class="below" x={x + 10} y={y + 36}>
        {cut(below, MAX_BELOW)}
      </text>
    </>
  );
  const kind = node.failed > 0 ? 'node failed' : 'node';
  return href === undefined ? (
    <g class={kind}>{drawn}</g>
  ) : (
    <a {...link} class={kind}>
      {drawn}
    </a>
  );
}
