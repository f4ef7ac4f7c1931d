// Each field of a pattern as a row for people: what the pattern wants, what the event has, and why the two do not fit.
import type { Explanation, FieldVerdict } from './explain.ts';
import type { FieldReport, PatternReport } from './pattern-report.ts';

export function reportOf({ matched, alternatives: [nearest] }: Explanation): PatternReport {
  const fields = (nearest?.fields ?? []).map(rowOf).sort((a, b) => Number(a.matched) - Number(b.matched));
  return { matched, fields, conflict: nearest?.conflict?.path };
}

function rowOf(verdict: FieldVerdict): FieldReport {
  const { field } = verdict;
  switch (verdict.outcome) {
    case 'matched':
      return { field, wanted: verdict.by, found: verdict.value, matched: true, why: undefined };
    case 'absent':
      return {
        field,
        wanted: verdict.wanted.join(' or '),
        found: verdict.found && FOUND[verdict.found],
        matched: false,
        why: whyOf(verdict),
      };
    default:
      return { field, wanted: verdict.wanted.join(' or '), found: verdict.values.join(', '), matched: false, why: whyOf(verdict) };
  }
}

const FOUND = { object: '{…}', array: '[]' } as const;

/** In a few words why a field does not match; undefined where it does. */
export function whyOf(verdict: FieldVerdict): string | undefined {
  switch (verdict.outcome) {
    case 'matched':
      return undefined;
    case 'exists':
      return 'the field should not be there';
    case 'absent':
      return whyAbsent(verdict);
    case 'type':
      return `the event has ${typeOf(verdict.values[0])}, the pattern wants ${typeOf(verdict.wanted[0])}`;
    default:
      return whyValue(verdict.values, verdict.wanted, verdict.count);
  }
}

function whyAbsent({ parent, found, similar, held }: Extract<FieldVerdict, { outcome: 'absent' }>): string {
  if (found === 'object') return 'an object is there: the pattern can test its members alone';
  if (found === 'array') return 'the array is empty';
  if (held !== undefined) return `${parent} is ${held === 'string' ? 'a text' : `a ${held}`}, no object`;
  return similar === undefined ? 'the event has no such field' : `the event has no such field; it has "${similar}"`;
}

function whyValue(values: readonly string[], wanted: readonly string[], count: number): string {
  for (const [word, changed] of NEARLY)
    if (values.some((value) => wanted.some((one) => one !== value && changed(one) === changed(value)))) return word;
  return count > 1 ? `none of the ${count} elements fits` : 'another value';
}

/** Differences that are easily overlooked, with what makes two texts alike apart from them. */
const NEARLY: readonly (readonly [word: string, change: (text: string) => string])[] = [
  ['upper and lower case differ', (text) => text.toLowerCase()],
  ['blanks around the text differ', (text) => text.replace(/^"\s+|\s+"$/g, '"')],
  ['the separators in the ARN differ', (text) => (text.startsWith('"arn:') ? text.replace(/[/:]/g, ':') : text)],
];

/** Names the type of a value as JSON, or of a match value as a pattern writes it. */
function typeOf(value = ''): string {
  if (value.startsWith('"')) return 'a text';
  if (value.startsWith('{"numeric"')) return 'a number';
  if (value.startsWith('{')) return 'a text';
  return /^[-\d]/.test(value) ? 'a number' : value;
}
