// Checks of retriers and catchers.
import { isList, type Json } from '#services/states/language/json';
import { objectTemplate, template } from './expression-kinds.ts';
import type { DefinitionCheck, FieldKind } from './field-check.ts';
import { decimal, list, oneOf, text, wholeNumber } from './field-kinds.ts';
import { assignment } from './name-checks.ts';
import { resultPath } from './path-kinds.ts';
import { type Shape, shaped } from './shape.ts';

/** Limit: seconds and attempts that a retrier may give. */
const MAX_COUNT = 99_999_999;
/** Limit: seconds of MaxDelaySeconds: a leap year. */
const MAX_DELAY = 31_622_400;

const errorNames: FieldKind = (value, location, check) => {
  if (!isList(value)) return list(value, location, check);
  if (value.length === 0) return check.findings.add(location, 'Value cannot be empty');
  for (const [index, name] of value.entries()) text(name, `${location}[${index}]`, check);
};

const RETRIER: Shape = {
  fields: {
    Comment: text,
    ErrorEquals: errorNames,
    IntervalSeconds: wholeNumber(0, MAX_COUNT),
    MaxAttempts: wholeNumber(0, MAX_COUNT),
    BackoffRate: decimal(1),
    MaxDelaySeconds: wholeNumber(1, MAX_DELAY),
    JitterStrategy: oneOf('NONE', 'FULL'),
  },
  required: ['ErrorEquals'],
};
const CATCHER: Shape = {
  fields: { Comment: text, ErrorEquals: errorNames, Next: text, Assign: assignment(objectTemplate('errorOutput')) },
  path: { ResultPath: resultPath },
  jsonata: { Output: template('errorOutput') },
  required: ['ErrorEquals', 'Next'],
};

export const retriers: FieldKind = (value, location, check) => checkHandlers(value, location, RETRIER, check);
export const catchers: FieldKind = (value, location, check) => checkHandlers(value, location, CATCHER, check);

function checkHandlers(value: Json, location: string, shape: Shape, check: DefinitionCheck): void {
  list(value, location, check);
  if (!isList(value)) return;
  for (const [index, handler] of value.entries()) {
    const place = `${location}[${index}]`;
    shaped(shape)(handler, place, check);
    checkWildcard(handler, `${place}/ErrorEquals`, index === value.length - 1, check);
  }
}

/** `States.ALL` is the only name of the last handler. */
function checkWildcard(handler: Json, location: string, isLast: boolean, { findings }: DefinitionCheck): void {
  const names = (handler as { ErrorEquals?: Json } | null)?.ErrorEquals;
  if (!isList(names)) return;
  const at = names.indexOf('States.ALL');
  if (at !== -1 && (names.length > 1 || !isLast)) findings.add(`${location}[${at}]`, 'States.ALL must appear alone and at end of list');
}
