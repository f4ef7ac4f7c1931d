// Draws boxes, rows of small boxes and texts as SVG, readable on light and on dark pages.

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly name: string;
  readonly purpose: string;
  readonly lines: number;
  readonly note: string;
}

const STYLE = `
  text { font-family: system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif; fill: #1f2328 }
  .title { font-size: 19px; font-weight: 600 }
  .name { font-size: 14px; font-weight: 600 }
  .small { font-size: 12px; fill: #59636e }
  .chip { font-size: 11px }
  .rung { font-size: 20px; font-weight: 600; fill: #818b98; text-anchor: middle }
  .end { text-anchor: end }
  .panel { fill: #f6f8fa; stroke: #d1d9e0 }
  .cell { fill: #ffffff; stroke: #d1d9e0 }
  .bar { fill: #54aeff }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .small { fill: #9198a1 }
    .rung { fill: #656c76 }
    .panel { fill: #151b23; stroke: #3d444d }
    .cell { fill: #0d1117; stroke: #3d444d }
    .bar { fill: #1f6feb }
  }
`;

const escaped = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Coarse on purpose: a picture need not change with every line. */
function rounded(lines: number): number {
  const digit = 10 ** Math.floor(Math.log10(Math.max(10, lines)));
  const unit = digit === 10_000 ? 5000 : Math.min(digit, 10_000);
  return Math.max(10, Math.round(lines / unit) * unit);
}

const counted = (lines: number): string => rounded(lines).toLocaleString('en-US');

export const label = (words: string, x: number, y: number, kind: string): string =>
  `<text x="${x}" y="${y}" class="${kind}">${escaped(words)}</text>`;

const rect = (x: number, y: number, width: number, height: number, kind: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${Math.min(6, height / 2)}" class="${kind}"/>`;

export const panel = ({ x, y, width, height, name, purpose, lines, note }: Box): string =>
  [
    rect(x, y, width, height, 'panel'),
    label(name, x + 14, y + 23, 'name'),
    label(counted(lines), x + width - 14, y + 23, 'small end'),
    label(purpose, x + 14, y + 42, 'small'),
    note === '' ? '' : label(note, x + width - 14, y + 42, 'small end'),
  ].join('');

export interface Part {
  readonly name: string;
  readonly lines: number;
}

const CHIP_GAP = 7;

/** A small box for each part of a folder, with a bar as long as its share of the largest one. */
export function chips(parts: readonly Part[], { x, y, width, height }: Pick<Box, 'x' | 'y' | 'width' | 'height'>, columns: number): string {
  const wide = Math.floor((width + CHIP_GAP) / columns) - CHIP_GAP;
  const high = Math.floor((height + CHIP_GAP) / Math.ceil(parts.length / columns)) - CHIP_GAP;
  const most = Math.max(...parts.map(({ lines }) => rounded(lines)));
  return parts
    .map(({ name, lines }, i) => {
      const left = x + (i % columns) * (wide + CHIP_GAP);
      const top = y + Math.floor(i / columns) * (high + CHIP_GAP);
      const bar = Math.max(2, Math.round(((wide - 14) * rounded(lines)) / most));
      const middle = top + Math.round(high / 2);
      return [
        rect(left, top, wide, high, 'cell'),
        label(name, left + 7, middle + 2, 'chip'),
        rect(left + 7, middle + 7, bar, 3, 'bar'),
      ].join('');
    })
    .join('\n');
}

export const drawn = (pieces: readonly string[], width: number, height: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>${STYLE}</style>
${pieces.join('\n')}
</svg>
`;
