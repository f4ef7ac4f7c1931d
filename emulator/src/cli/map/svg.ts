// The map as a picture in SVG, light or dark as the reader's system is.
import type { DrawnMap, DrawnNode } from '#gateway/management/drawn-map';
import { figuresOf, titleOf } from './labels.ts';

const WIDTH = 190;
const HEIGHT = 46;
const COLUMN = WIDTH + 130;
const ROW = HEIGHT + 34;
const MARGIN = 20;
const MAX_TITLE = 24;

const STYLE = `
    text { font: 12px system-ui, sans-serif; fill: light-dark(#1b2230, #e4e8ef); }
    .service, .figures { fill: light-dark(#566073, #9fa9ba); font-size: 11px; }
    rect { fill: light-dark(#ffffff, #1b1e25); stroke: light-dark(#8a93a3, #6b7484); }
    .page { fill: light-dark(#f6f7f9, #14161b); stroke: none; }
    path { fill: none; stroke: light-dark(#8a93a3, #6b7484); stroke-width: 1.5; }
    .head { fill: light-dark(#8a93a3, #6b7484); stroke: none; }
    .failed { stroke: light-dark(#b3261e, #ff9d94); stroke-width: 2; }
    text.bad { fill: light-dark(#b3261e, #ff9d94); }
    .figures { paint-order: stroke; stroke: light-dark(#f6f7f9, #14161b); stroke-width: 4px; }`;

interface Point {
  readonly x: number;
  readonly y: number;
}

export function svgText({ nodes, edges }: DrawnMap): string {
  const longest = Math.max(1, ...columnLengths(nodes));
  const [width, height] = [2 * MARGIN + Math.max(0, ...nodes.map(({ column }) => column)) * COLUMN + WIDTH, 2 * MARGIN + longest * ROW];
  const lengths = columnLengths(nodes);
  const places = new Map(nodes.map((node) => [node.id, placeOf(node, lengths, longest)]));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="What calls what">`,
    `  <style>:root { color-scheme: light dark; }${STYLE}</style>`,
    '  <defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="head" d="M0 0 8 4 0 8z"/></marker></defs>',
    `  <rect class="page" width="${width}" height="${height}"/>`,
    ...edges.flatMap((edge) => {
      const [from, to] = [places.get(edge.from)!, places.get(edge.to)!];
      const { path, middle } = curve(from, to);
      const isBad = edge.failed > 0;
      return [
        `  <path d="${path}" marker-end="url(#head)"${isBad ? ' class="failed"' : ''}/>`,
        `  <text x="${middle.x}" y="${middle.y - 5}" text-anchor="middle" class="figures${isBad ? ' bad' : ''}">${escaped(figuresOf(edge))}</text>`,
      ];
    }),
    ...nodes.flatMap((node) => drawnNode(node, places.get(node.id)!)),
    '</svg>',
  ].join('\n');
}

const columnLengths = (nodes: readonly DrawnNode[]): number[] => {
  const lengths: number[] = [];
  for (const { column } of nodes) lengths[column] = (lengths[column] ?? 0) + 1;
  return lengths;
};

/** Columns are centered. */
const placeOf = ({ column, row }: DrawnNode, lengths: readonly number[], longest: number): Point => ({
  x: MARGIN + column * COLUMN,
  y: MARGIN + (row + (longest - (lengths[column] ?? 0)) / 2) * ROW + (ROW - HEIGHT) / 2,
});

/** From the right side of one to the left side of the other; backwards below both. */
function curve(from: Point, to: Point): { readonly path: string; readonly middle: Point } {
  const [start, end] = [
    { x: from.x + WIDTH, y: from.y + HEIGHT / 2 },
    { x: to.x, y: to.y + HEIGHT / 2 },
  ];
  const bend = Math.max(60, Math.abs(end.x - start.x) / 2);
  const drop = end.x > start.x ? 0 : HEIGHT * 1.5;
  return {
    path: `M${start.x} ${start.y}C${start.x + bend} ${start.y + drop} ${end.x - bend} ${end.y + drop} ${end.x} ${end.y}`,
    middle: { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 + 0.75 * drop },
  };
}

function drawnNode(node: DrawnNode, { x, y }: Point): string[] {
  const name = node.name || titleOf(node);
  const cut = name.length > MAX_TITLE ? `${name.slice(0, MAX_TITLE - 1)}…` : name;
  const below = [[node.service, node.kind].filter(Boolean).join(' '), ...(node.count > 0 ? [figuresOf(node)] : [])].join(' · ');
  const isBad = node.failed > 0;
  return [
    `  <g><title>${escaped(titleOf(node))}</title><rect x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="6"${isBad ? ' class="failed"' : ''}/>`,
    `    <text x="${x + 10}" y="${y + 20}">${escaped(cut)}</text>`,
    `    <text x="${x + 10}" y="${y + 36}" class="service${isBad ? ' bad' : ''}">${escaped(below)}</text></g>`,
  ];
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
