// The map as a picture in SVG, light or dark as the reader's system is. Ways that no request took are dashed.
import type { DrawnMap } from '#gateway/management/drawn-map';

const STYLE = `
    text { font: 12px system-ui, sans-serif; fill: light-dark(#1b2230, #e4e8ef); }
    .service, .figures { fill: light-dark(#566073, #9fa9ba); font-size: 11px; }
    rect { fill: light-dark(#ffffff, #1b1e25); stroke: light-dark(#8a93a3, #6b7484); }
    .page { fill: light-dark(#f6f7f9, #14161b); stroke: none; }
    path { fill: none; stroke: light-dark(#8a93a3, #6b7484); stroke-width: 1.5; }
    .head { fill: light-dark(#8a93a3, #6b7484); stroke: none; }
    .failed { stroke: light-dark(#b3261e, #ff9d94); stroke-width: 2; }
    .unused { stroke-dasharray: 5 4; }
    text.bad { fill: light-dark(#b3261e, #ff9d94); }
    .figures { paint-order: stroke; stroke: light-dark(#f6f7f9, #14161b); stroke-width: 6px; }`;

export function svgText({ nodes, edges, width, height, box }: DrawnMap): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="What calls what">`,
    `  <style>:root { color-scheme: light dark; }${STYLE}</style>`,
    '  <defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="head" d="M0 0 8 4 0 8z"/></marker></defs>',
    `  <rect class="page" width="${width}" height="${height}"/>`,
    ...edges.flatMap(({ path, count, failed, label, labelAt: { x, y } }) => [
      `  <path d="${path}" marker-end="url(#head)"${failed > 0 ? ' class="failed"' : count === 0 ? ' class="unused"' : ''}/>`,
      `  <text x="${x}" y="${y}" text-anchor="middle" class="figures${failed > 0 ? ' bad' : ''}">${escaped(label)}</text>`,
    ]),
    ...nodes.flatMap(({ x, y, failed, title, lines: [name, below] }) => [
      `  <g transform="translate(${x} ${y})"><title>${escaped(title)}</title><rect width="${box.width}" height="${box.height}" rx="6"${failed > 0 ? ' class="failed"' : ''}/>`,
      `    <text x="10" y="20">${escaped(name)}</text>`,
      `    <text x="10" y="36" class="service${failed > 0 ? ' bad' : ''}">${escaped(below)}</text></g>`,
    ]),
    '</svg>',
  ].join('\n');
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
