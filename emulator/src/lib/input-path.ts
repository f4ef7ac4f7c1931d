// The subset of JSON path that the service accepts: dots, indexes, wildcards. Quoted names in brackets do not belong to it.
import { partsOf, type Slice, wholeValue } from './json-slice.ts';

export type Step =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'index'; readonly at: number }
  | { readonly kind: 'all' };
export type InputPath = readonly Step[];

const STEP = /\.([^.[\]'"\s]+)|\[(\d+|\*)\]/y;

/** Undefined if the service would call the path invalid. */
export function parseInputPath(text: string): InputPath | undefined {
  if (!text.startsWith('$')) return undefined;
  const steps: Step[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < text.length) {
    const [matched, name, index] = STEP.exec(text) ?? [];
    if (matched === undefined) return undefined;
    if (name === '*' || index === '*') steps.push({ kind: 'all' });
    else steps.push(name === undefined ? { kind: 'index', at: Number(index) } : { kind: 'member', name });
  }
  return steps;
}

/** The JSON text at the path, with wildcards a list of all matches. Undefined if nothing is there. */
export function followPath(text: string, path: InputPath): string | undefined {
  let found: Slice[] = [wholeValue(text)];
  for (const step of path) found = found.flatMap((slice) => stepFrom(text, slice, step));
  const texts = found.map(({ start, end }) => text.slice(start, end));
  return path.some(({ kind }) => kind === 'all') ? `[${texts.join(',')}]` : texts[0];
}

function stepFrom(text: string, slice: Slice, step: Step): Slice[] {
  const isObject = text[slice.start] === '{';
  if (step.kind === 'all') return [...partsOf(text, slice)];
  if ((step.kind === 'member') !== isObject) return [];
  const wanted = step.kind === 'member' ? step.name : String(step.at);
  // If several members have one name, the last one counts, as in every JSON parser.
  let found: Slice[] = [];
  for (const part of partsOf(text, slice)) if (part.key === wanted) found = [part];
  return found;
}
