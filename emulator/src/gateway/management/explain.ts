// `/_emulator/explain`: whether an event matches a pattern, field by field, by the matcher that buses use. `/_emulator/events` tells the same of rules.
import { PATTERN_EXPLAIN_INVALID } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';
import { compilePattern } from '#lib/pattern/compile';
import { type Explanation, explain } from '#lib/pattern/explain';
import { reportOf } from '#lib/pattern/field-report';
import { MalformedEvent } from '#lib/pattern/malformed-event';
import { PatternError } from '#lib/pattern/pattern-error';
import type { PatternReport } from '#lib/pattern/pattern-report';
import { answer, flag, list, type ManagementRoute, members, object, refusal, text } from './route.ts';

/** Limit: characters of a pattern that is explained, as the model has it. */
const MAX_PATTERN = 4096;

const FIELD = object(
  {
    field: text('The path of the field: `detail.total`.'),
    wanted: text('The match values that the pattern has for it.'),
    found: text('The first values of the event, as JSON; absent where it has none.'),
    matched: flag('Whether they fit.'),
    why: text('Why they do not fit, in a few words.'),
  },
  ['found', 'why'],
);

/** The members of an answer that tell of each field of a pattern. */
export const REPORT_MEMBERS = {
  fields: list(FIELD, 'The fields of the pattern, those that fail first. Of the branches of `$or`, those of the one that came nearest.'),
  conflict: text('The array whose elements match a part of the fields each, but none all of them.'),
};

export const reportFacts = ({ fields, conflict }: PatternReport) => ({ fields, ...(conflict !== undefined && { conflict }) });

export const EXPLAIN_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'POST',
    url: '/_emulator/explain',
    effect: 'reads',
    schema: {
      title: 'Tells whether an event matches a pattern, and why',
      description: 'Asks the matcher of event buses about one pattern and one event, field by field. It changes nothing.',
      body: members({ pattern: text('The pattern as JSON.'), event: text('The event as JSON.') }, ['pattern', 'event']),
      response: {
        200: answer('The verdict.', object({ matched: flag('Whether the event matches.'), ...REPORT_MEMBERS }, ['conflict'])),
        400: refusal('`PATTERN_EXPLAIN_INVALID`: the pattern is not valid, or the event is no JSON object.'),
      },
    },
    examples: [{ body: { pattern: '{"detail":{"total":[{"numeric":[">",100]}]}}', event: '{"detail":{"total":12.5}}' } }],
    handler({ body }) {
      const { pattern, event } = body as { pattern: string; event: string };
      const report = reportOf(explained(pattern, event));
      return { matched: report.matched, ...reportFacts(report) };
    },
  },
];

function explained(pattern: string, event: string): Explanation {
  if (pattern.length > MAX_PATTERN)
    throw new EmulatorError(PATTERN_EXPLAIN_INVALID, `The pattern has ${pattern.length} characters, more than ${MAX_PATTERN}.`);
  try {
    return explain(compilePattern(pattern), event);
  } catch (error) {
    if (error instanceof PatternError || error instanceof MalformedEvent)
      throw new EmulatorError(PATTERN_EXPLAIN_INVALID, error.message, { hint: 'Patterns and events are JSON objects, sent as text.' });
    throw error;
  }
}
