// Merges the checked-in lengths, ranges and patterns (constraints/<service>.json) into the IR.
import { existsSync, readFileSync } from 'node:fs';
import type { Constraint, ServiceIR } from '#protocol/ir';

/** `Structure.Member` → its constraint. */
export type Overlay = Record<string, Constraint>;

export function readOverlay(folder: URL, id: string): Overlay {
  const file = new URL(`${id}.json`, folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Overlay) : {};
}

function merge(known: Constraint | undefined, more: Constraint): Constraint {
  const merged: Constraint = { ...known, ...more };
  for (const part of ['item', 'key', 'value'] as const) if (known?.[part] && more[part]) merged[part] = merge(known[part], more[part]);
  return merged;
}

/** `ownChecks`: members that keep what the patch says of them. */
export function applyOverlay(ir: ServiceIR, overlay: Overlay, ownChecks: readonly string[] = []): void {
  const left = new Set(Object.keys(overlay));
  for (const shape of ir.shapes) {
    if (!('members' in shape)) continue;
    shape.members = shape.members.map(([name, ref, traits]) => {
      const path = `${shape.name}.${name}`;
      const more = overlay[path];
      if (more && ownChecks.includes(path)) left.delete(path);
      if (!more || ownChecks.includes(path)) return traits ? [name, ref, traits] : [name, ref];
      left.delete(path);
      return [name, ref, { ...traits, constraint: merge(traits?.constraint, more) }];
    });
  }
  if (left.size > 0) throw new Error(`constraints/${ir.id}.json names members that the model lacks: ${[...left].join(', ')}`);
}
