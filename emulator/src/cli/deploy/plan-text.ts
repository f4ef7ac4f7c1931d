// A plan as a diff: green for what is added, yellow for what is changed, red for what is removed or replaced, with values before and after.
import type { PropertyChange, ResourceChange, StackPlan } from 'cloud-emulator-stacks/stack-plan';
import pc from 'picocolors';
import { table } from '#lib/table';

const SIGNS: Readonly<Record<string, { readonly sign: string; readonly colour: (text: string) => string }>> = table({
  Add: { sign: '+', colour: pc.green },
  Import: { sign: '>', colour: pc.green },
  Modify: { sign: '~', colour: pc.yellow },
  Dynamic: { sign: '~', colour: pc.yellow },
  Remove: { sign: '-', colour: pc.red },
});
const REPLACEMENT: Readonly<Record<string, string>> = table({ True: 'replaced', Conditional: 'may be replaced' });
const MAX_VALUE_CHARACTERS = 200;
const MAX_CHANGE_LINES = 200;

export function planLines({ stackName, isNew, changes }: StackPlan): string[] {
  if (changes.length === 0) return [`${pc.bold(stackName)} would not change.`];
  const count = (action: string): number => changes.filter((change) => change.action === action).length;
  const sum = `${count('Add') + count('Import')} to add, ${count('Modify') + count('Dynamic')} to change, ${count('Remove')} to remove`;
  return [
    `${pc.bold(stackName)}${isNew ? ' is new' : ''}: ${sum}. Nothing was deployed.`,
    '',
    ...changes.flatMap((change) => changeLines(change, '  ')),
  ];
}

function changeLines({ action, logicalId, resourceType, replacement = '', properties, nested }: ResourceChange, indent: string): string[] {
  const { sign, colour } = SIGNS[action] ?? { sign: '?', colour: pc.yellow };
  const how = REPLACEMENT[replacement];
  const head = `${indent}${colour(`${sign} ${resourceType} ${pc.bold(logicalId)}`)}${how === undefined ? '' : ` ${pc.red(how)}`}`;
  const shown = properties.slice(0, MAX_CHANGE_LINES);
  const more = properties.length > shown.length ? [`${indent}    … ${properties.length - shown.length} more`] : [];
  return [
    head,
    ...shown.map((property) => propertyLine(property, indent)),
    ...more,
    ...nested.flatMap((change) => changeLines(change, `${indent}    `)),
  ];
}

function propertyLine({ path, before, after, recreation }: PropertyChange, indent: string): string {
  const forced = recreation === 'Always' ? ` ${pc.red('(makes a new resource)')}` : '';
  const start = `${indent}    ${path}`;
  if (before === undefined && after === undefined) return `${start} ${pc.yellow('changes')}${forced}`;
  if (before === undefined) return `${start}: ${pc.green(short(after))}${forced}`;
  if (after === undefined) return `${start}: ${pc.red(short(before))}${forced}`;
  return `${start}: ${pc.red(short(before))} → ${pc.green(short(after))}${forced}`;
}

function short(value = ''): string {
  const line = value.replaceAll('\n', '⏎');
  return line.length > MAX_VALUE_CHARACTERS ? `${line.slice(0, MAX_VALUE_CHARACTERS)}…` : line;
}
