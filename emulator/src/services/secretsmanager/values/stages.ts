// Staging labels: each is on at most one version.
import { dictionary } from '#lib/table';

export const CURRENT = 'AWSCURRENT';
const PREVIOUS = 'AWSPREVIOUS';
export const PENDING = 'AWSPENDING';

type Stages = Readonly<Record<string, string>>;

/** The version with this label. Labels are free text and may be called `constructor`. */
export const versionWith = (stages: Stages, label: string): string | undefined =>
  Object.hasOwn(stages, label) ? stages[label] : undefined;

/** Moves labels to a version. If the current version changes, the former one becomes the previous one, and is no longer the pending one. */
export function moveLabels(stages: Stages, versionId: string, labels: readonly string[]): Stages {
  const moved = Object.fromEntries(labels.map((label) => [label, versionId]));
  const current = stages[CURRENT];
  if (!labels.includes(CURRENT) || current === undefined || current === versionId) return { ...stages, ...moved };
  const left = stages[PENDING] === current ? removeLabel(stages, PENDING) : stages;
  return { ...left, [PREVIOUS]: current, ...moved };
}

export function removeLabel(stages: Stages, label: string): Stages {
  const { [label]: _, ...rest } = stages;
  return rest;
}

export const labelsOf = (stages: Stages, versionId: string): string[] =>
  Object.keys(stages)
    .filter((label) => stages[label] === versionId)
    .sort();

/** The labels of each version that has any. */
export function versionsToStages(stages: Stages): Record<string, string[]> {
  const found: Record<string, string[]> = dictionary();
  for (const label of Object.keys(stages).sort()) (found[stages[label]!] ??= []).push(label);
  return found;
}
