// `filter`: before a message is read as JSON, the texts that it must hold are searched in it.
import type { Expression } from './expression.ts';
import { perRow, type Stage } from './stage.ts';
import { isTrue } from './values.ts';

/** JSON writes a text of these characters as it is. */
const IN_JSON = /^[\x20-\x7e]+$/;

export function filterStage(test: Expression): Stage {
  const needles = neededTexts(test);
  if (needles.length === 0) return perRow((row, next) => !isTrue(test.evaluate(row)) || next.row(row));
  return perRow((row, next) => {
    const message = row.event?.transformed ?? row.event?.message;
    // With an escape in it, the message may write the text in another way.
    if (message !== undefined && !message.includes('\\') && !needles.every((needle) => message.includes(needle))) return true;
    return !isTrue(test.evaluate(row)) || next.row(row);
  });
}

function neededTexts({ both, equals }: Expression): string[] {
  if (both) return both.flatMap(neededTexts);
  if (!equals?.field.isJson) return [];
  const { text } = equals;
  // A number may be written otherwise: 500 is 500.0.
  const isPlain = IN_JSON.test(text) && !/["\\]/.test(text) && Number.isNaN(Number(text)) && text !== 'true' && text !== 'false';
  return isPlain ? [text] : [];
}
