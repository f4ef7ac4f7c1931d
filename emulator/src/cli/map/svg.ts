// The map as a picture in SVG, light or dark as the reader's system is.
import type { GridCell } from '#core/traces/map/layout';
import type { DrawnMap, DrawnNode } from '#gateway/management/drawn-map';
import { figuresOf, titleOf } from './labels.ts';

const WIDTH = 184;
const HEIGHT = 46;
const COLUMN = WIDTH + 100;
const ROW = HEIGHT + 34;
const MARGIN = 20;
const MAX_TITLE = 23;
const MAX_BELOW = 31;

const STYLE = `
    text { font: 12px system-ui, sans-serif; fill: light-dark(#1b2230, #e4e8ef); }
    .service, .figures { fill: light-dark(#566073, #9fa9ba); font-size: 11px; }
    rect { fill: light-dark(#ffffff, #1b1e25); stroke: light-dark(#8a93a3, #6b7484); }
    .page { fill: light-dark(#f6f7f9, #14161b); stroke: none; }
    path { fill: none; stroke: light-dark(#8a93a3, #6b7484); stroke-width: 1.5; }
    .head { fill: light-dark(#8a93a3, #6b7484); stroke: none; }
    .failed { stroke: light-dark(#b3261e, #ff9d94); stroke-width: 2; }
    text.bad { fill: light-dark(#b3261e, #ff9d94); }
    .figures { paint-order: stroke; stroke: light-dark(#f6f7f9, #14161b); stroke-width: 6px; }`;

interface Point {
  readonly x: number;
  readonly y: number;
}

export function svgText({ nodes, edges, columns }: DrawnMap): string {
  const longest = Math.max(1, ...columns);
  const [width, height] = [2 * MARGIN + Math.max(0, columns.length - 1) * COLUMN + WIDTH, 2 * MARGIN + longest * ROW];
  /** Columns are centered. */
  const pointOf = ({ column, row }: GridCell): Point => ({
    x: MARGIN + column * COLUMN,
    y: MARGIN + (row + (longest - (columns[column] ?? 0)) / 2) * ROW + (ROW - HEIGHT) / 2,
  });
  const points = new Map(nodes.map((node) => [node.id, pointOf(node)]));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="What calls what">`,
    `  <style>:root { color-scheme: light dark; }${STYLE}</style>`,
    '  <defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="head" d="M0 0 8 4 0 8z"/></marker></defs>',
    `  <rect class="page" width="${width}" height="${height}"/>`,
    ...edges.flatMap((edge) => {
      const { path, middle } = curve([points.get(edge.from)!, ...edge.way.map(pointOf), points.get(edge.to)!]);
      const isBad = edge.failed > 0;
      return [
        `  <path d="${path}" marker-end="url(#head)"${isBad ? ' class="failed"' : ''}/>`,
        `  <text x="${middle.x}" y="${middle.y + 4}" text-anchor="middle" class="figures${isBad ? ' bad' : ''}">${escaped(figuresOf(edge))}</text>`,
      ];
    }),
    ...nodes.flatMap((node) => drawnNode(node, points.get(node.id)!)),
    '</svg>',
  ].join('\n');
}

/** From the right side of the first to the left side of the last, straight where it passes columns; backwards below both. */
function curve(points: readonly Point[]): { readonly path: string; readonly middle: Point } {
  const half = HEIGHT / 2;
  let path = '';
  for (const [at, to] of points.slice(1).entries()) {
    const from = points[at]!;
    const [startX, startY, endY] = [from.x + WIDTH, from.y + half, to.y + half];
    const bend = Math.max(60, Math.abs(to.x - startX) / 2);
    const drop = to.x > startX ? 0 : HEIGHT * 1.5;
    path += `${at === 0 ? 'M' : 'L'}${startX} ${startY}C${startX + bend} ${startY + drop} ${to.x - bend} ${endY + drop} ${to.x} ${endY}`;
  }
  const [first, second] = points as [Point, Point];
  const drop = second.x > first.x ? 0 : 0.75 * HEIGHT * 1.5;
  return { path, middle: { x: (first.x + WIDTH + second.x) / 2, y: (first.y + second.y) / 2 + half + drop } };
}

function drawnNode(node: DrawnNode, { x, y }: Point): string[] {
  const name = node.name || titleOf(node);
  const below = [[node.service, node.kind].filter(Boolean).join(' '), ...(node.count > 0 ? [figuresOf(node)] : [])].join(' · ');
  const isBad = node.failed > 0;
  return [
    `  <g><title>${escaped(titleOf(node))}</title><rect x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="6"${isBad ? ' class="failed"' : ''}/>`,
    `    <text x="${x + 10}" y="${y + 20}">${escaped(cut(name, MAX_TITLE))}</text>`,
    `    <text x="${x + 10}" y="${y + 36}" class="service${isBad ? ' bad' : ''}">${escaped(cut(below, MAX_BELOW))}</text></g>`,
  ];
}

/** The texts of a box are as long as fits. */
const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
