// The map for a terminal: each caller, and below it what it calls.
import pc from 'picocolors';
import { figuresWithTail } from '#core/traces/map/labels';
import type { DrawnMap } from '#gateway/management/drawn-map';

export function mapText({ nodes, edges, left }: DrawnMap): string {
  const named = new Map(nodes.map((node) => [node.id, node.title]));
  const width = Math.max(0, ...edges.map(({ to }) => named.get(to)!.length));
  const callers = [...nodes].sort((a, b) => a.x - b.x || a.y - b.y).filter(({ id }) => edges.some(({ from }) => from === id));
  const lines = callers.flatMap((caller) => [
    (caller.failed > 0 ? pc.red : pc.bold)(named.get(caller.id)!),
    ...edges
      .filter(({ from }) => from === caller.id)
      .map((edge) => {
        const figures = figuresWithTail(edge);
        const failure = edge.failedTrace === undefined ? '' : pc.dim(`  emulator why ${edge.failedTrace.slice(0, 8)}`);
        return `  → ${named.get(edge.to)!.padEnd(width)}  ${edge.failed > 0 ? pc.red(figures) : pc.dim(figures)}${failure}`;
      }),
  ]);
  return [...lines, ...(left > 0 ? [pc.dim(`${left} more with less traffic`)] : [])].join('\n');
}
