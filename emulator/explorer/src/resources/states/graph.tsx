// The graph of a state machine: its states, how they lead to one another, and what became of each in an execution.
import { useMemo } from 'preact/hooks';
import type { StatesBlock } from './graph-of.ts';
import { type LaidEdge, type LaidNode, type Layout, layoutOf } from './layout.ts';

const MARGIN = 12;
const CORNER = 8;
const LABEL_PX = 6;
/** Above the row to which the edge leads. */
const LABEL_ABOVE_PX = 12;
const MAX_LABEL_CHARS = 24;

export type Outcome = 'succeeded' | 'failed' | 'running' | 'caught';
const SIGNS: Readonly<Record<Outcome, string>> = { succeeded: '✓', failed: '✗', running: '…', caught: '!' };
const TONES: Readonly<Record<Outcome, string>> = { succeeded: 'good', failed: 'bad', running: 'wait', caught: 'wait' };

interface GraphProps {
  readonly definition: StatesBlock;
  /** The outcomes of the states that an execution entered. */
  readonly outcomes?: ReadonlyMap<string, Outcome> | undefined;
  readonly selected?: string | undefined;
  readonly onSelect?: ((name: string) => void) | undefined;
}

export function StatesGraph({ definition, ...rest }: GraphProps) {
  const layout = useMemo(() => layoutOf(definition), [definition]);
  const [width, height] = [layout.width + 2 * MARGIN, layout.height + 2 * MARGIN];
  return (
    <div class="graph" tabIndex={0} role="region" aria-label="Graph">
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="group" aria-label="States">
        <defs>
          <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0 8 4 0 8z" class="arrow" />
          </marker>
        </defs>
        <Block layout={layout} x={MARGIN} y={MARGIN} {...rest} />
      </svg>
    </div>
  );
}

type BlockProps = Omit<GraphProps, 'definition'> & { readonly layout: Layout; readonly x: number; readonly y: number };

function Block({ layout, x, y, ...rest }: BlockProps) {
  return (
    <g transform={`translate(${x} ${y})`}>
      {layout.edges.map((edge, i) => (
        <Edge key={`${edge.from} ${edge.to} ${i}`} edge={edge} />
      ))}
      {layout.nodes.map((node) => (
        <Node key={node.name} node={node} {...rest} />
      ))}
    </g>
  );
}

function Edge({ edge: { points, kind, label } }: { edge: LaidEdge }) {
  const [start, ...others] = points;
  let path = `M${start![0]} ${start![1]}`;
  let [lastX, lastY] = start!;
  for (const [x, y] of others) {
    const middle = (lastY + y) / 2;
    path += x === lastX || y === lastY ? ` L${x} ${y}` : ` C${lastX} ${middle} ${x} ${middle} ${x} ${y}`;
    [lastX, lastY] = [x, y];
  }
  const [first] = others;
  const short = label.length > MAX_LABEL_CHARS ? `${label.slice(0, MAX_LABEL_CHARS - 1)}…` : label;
  return (
    <g class={`edge ${kind}`}>
      <path d={path} marker-end="url(#arrow)">
        {label && <title>{label}</title>}
      </path>
      {short && first && (
        <text x={first[0] - (short.length * LABEL_PX) / 2} y={first[1] - LABEL_ABOVE_PX}>
          {short}
        </text>
      )}
    </g>
  );
}

function Node({ node, outcomes, selected, onSelect }: Omit<BlockProps, 'layout' | 'x' | 'y'> & { node: LaidNode }) {
  const { name, type, x, y, width, height, inner } = node;
  const outcome = outcomes?.get(name);
  const pressed = onSelect && {
    role: 'button' as const,
    tabIndex: 0,
    'aria-pressed': selected === name,
    onClick: () => onSelect(name),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      onSelect(name);
    },
  };
  const kind = `state ${outcome ? TONES[outcome] : ''} ${selected === name ? 'selected' : ''}`;
  return (
    <g transform={`translate(${x} ${y})`}>
      <g class={kind} {...pressed} aria-label={`${name}, ${type}${outcome ? `, ${outcome}` : ''}`}>
        <rect width={width} height={height} rx={CORNER} />
        <text x="12" y="17" class="name">
          {outcome ? `${SIGNS[outcome]} ` : ''}
          {name.length * 7 > width ? `${name.slice(0, Math.floor(width / 7) - 6)}…` : name}
        </text>{' '}
        {inner.length === 0 && (
          <text x="12" y="31" class="type">
            {type}
          </text>
        )}
      </g>
      {inner.map((one, i) => (
        <Block key={i} {...one} outcomes={outcomes} selected={selected} onSelect={onSelect} />
      ))}
    </g>
  );
}
