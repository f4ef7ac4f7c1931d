// Takes records apart that hold several: JSON documents one after the other, or texts with a delimiter between them.
// https://docs.aws.amazon.com/firehose/latest/dev/dynamic-partitioning-multirecord-deaggergation.html
import type { PipelineRecord } from './pipeline-record.ts';
import type { Deaggregation } from './processors.ts';

/** Limit: parts of a record that is deaggregated. A record with more parts stays whole. */
const MAX_PARTS = 500;

export function deaggregate(records: readonly PipelineRecord[], { delimiter }: Deaggregation): PipelineRecord[] {
  return records.flatMap((record) => {
    const text = Buffer.from(record.data).toString();
    const parts = delimiter === undefined ? documentsIn(text) : text.split(delimiter).filter((part) => part !== '');
    if (parts.length < 2 || parts.length > MAX_PARTS) return [record];
    return parts.map((part) => {
      const data = Buffer.from(part);
      return { ...record, data, raw: data };
    });
  });
}

/** Objects one after the other, with white space between them or without; none where there is anything else. */
export function documentsIn(text: string): string[] {
  const documents: string[] = [];
  let [depth, begin] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"' && depth > 0) {
      at = endOfString(text, at);
    } else if (character === '{' || character === '[') {
      if (depth++ === 0) begin = at;
    } else if (character === '}' || character === ']') {
      if (--depth < 0) return [];
      if (depth === 0) documents.push(text.slice(begin, at + 1));
      if (documents.length > MAX_PARTS) return documents;
    } else if (depth === 0 && !/\s/.test(character)) return [];
  }
  return depth === 0 ? documents : [];
}

/** Index of the quote that ends the string. */
function endOfString(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '\\') end++;
    else if (text[end] === '"') return end;
  }
  return text.length;
}
