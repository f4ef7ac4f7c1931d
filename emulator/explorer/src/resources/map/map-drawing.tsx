// The drawing of the map, as the emulator has placed it. Nodes lead to their resources, edges to their requests.
import { useLocation } from 'preact-iso/router';
import type { DrawnMap, MapEdge, MapNode } from '#api/map.ts';
import type { Scope } from '#api/model.ts';
import { keyOf, pageOf } from './map-words.ts';

/** The share of its size to which a wide map shrinks before it scrolls. */
const LEAST_SCALE = 0.85;

interface DrawingProps {
  readonly map: DrawnMap;
  readonly scope: Scope;
  /** The key of the edge that is chosen. */
  readonly chosen: string;
  readonly edgePath: (key: string) => string;
}

export function MapDrawing({ map: { nodes, edges, width, height, box }, scope, chosen, edgePath }: DrawingProps) {
  const titles = new Map(nodes.map(({ id, title }) => [id, title]));
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
          const key = keyOf(edge);
          const about = `${titles.get(edge.from)} to ${titles.get(edge.to)}: ${edge.label}`;
          return <Edge key={key} edge={edge} about={about} href={edgePath(key)} isChosen={key === chosen} />;
        })}
        {nodes.map((node) => (
          <Node key={node.id} node={node} box={box} href={pageOf(node, scope)} />
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
  readonly about: string;
  readonly href: string;
  readonly isChosen: boolean;
}

function Edge({ edge: { path, count, failed, label, labelAt }, about, href, isChosen }: EdgeProps) {
  const kind = isChosen ? 'chosen' : failed > 0 ? 'failed' : '';
  return (
    <a
      {...useLink(href)}
      class={`edge ${kind} ${count === 0 ? 'unused' : ''}`}
      aria-label={about}
      aria-current={isChosen ? 'true' : undefined}
    >
      <path class="reach" d={path} />
      <path class="line" d={path} marker-end={`url(#head-${kind})`} />
      <text {...labelAt} text-anchor="middle">
        {label}
      </text>
    </a>
  );
}

function Node({ node: { x, y, failed, title, lines }, box, href }: { node: MapNode; box: DrawnMap['box']; href: string | undefined }) {
  const link = useLink(href);
  const drawn = (
    <>
      <title>{title}</title>
      <rect {...box} rx="6" />
      <text class="name" x="10" y="20">
        {lines[0]}
      </text>
      <text class="below" x="10" y="36">
        {lines[1]}
      </text>
    </>
  );
  const facts = { class: failed > 0 ? 'node failed' : 'node', transform: `translate(${x} ${y})` };
  return href === undefined ? (
    <g {...facts}>{drawn}</g>
  ) : (
    <a {...link} {...facts}>
      {drawn}
    </a>
  );
}
