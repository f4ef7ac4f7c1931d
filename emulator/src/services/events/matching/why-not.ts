// Says in a few words why a pattern did not match: the first obstacle of the alternative that came nearest.
import type { Explanation } from '#lib/pattern/explain';
import { whyOf } from '#lib/pattern/field-report';

export function whyNot({ alternatives }: Explanation): string {
  const [nearest] = alternatives;
  if (!nearest || nearest.matched) return 'it matches as it is now: it was made or changed after the event';
  const obstacle = nearest.fields.find(({ outcome }) => outcome !== 'matched');
  if (!obstacle) return `its fields match, but in different elements of ${nearest.conflict?.path ?? 'an array'}`;
  const why = whyOf(obstacle);
  const more = why === undefined || OBVIOUS.has(why) ? '' : ` (${why})`;
  switch (obstacle.outcome) {
    case 'type':
    case 'value':
      return `${obstacle.field} is ${obstacle.values.join(', ')}, wanted ${obstacle.wanted.join(' or ')}${more}`;
    case 'exists':
      return `${obstacle.field} is there (${obstacle.values.join(', ')}) and should not be`;
    default:
      return `${obstacle.field} is not there${more}`;
  }
}

/** Reasons that the sentence tells already. */
const OBVIOUS: ReadonlySet<string> = new Set(['another value', 'the event has no such field']);

/** The share of the fields that do not match, in the alternative that came nearest. */
export function distanceOf({ alternatives }: Explanation): number {
  const [nearest] = alternatives;
  if (!nearest || nearest.matched) return 0;
  return nearest.fields.filter(({ outcome }) => outcome !== 'matched').length / nearest.fields.length;
}
