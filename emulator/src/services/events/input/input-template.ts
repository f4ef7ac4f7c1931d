// Templates of input transformers: text in which `<name>` stands for a value of the event.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-transform-target-input.html

type Piece =
  | { readonly text: string }
  | { readonly variable: string /** Within a JSON string of the template. */; readonly quoted: boolean };
export type InputTemplate = readonly Piece[];

export const PREDEFINED = new Set([
  'aws.events.rule-arn',
  'aws.events.rule-name',
  'aws.events.event.ingestion-time',
  'aws.events.event',
  'aws.events.event.json',
]);

export function parseTemplate(template: string): InputTemplate {
  const pieces: Piece[] = [];
  let quoted = false;
  let from = 0;
  for (const { 0: whole, 1: variable = '', index } of template.matchAll(/<([^<>]*)>/g)) {
    const text = template.slice(from, index);
    quoted = endsQuoted(text, quoted);
    pieces.push({ text }, { variable, quoted });
    from = index + whole.length;
  }
  pieces.push({ text: template.slice(from) });
  return pieces;
}

/** Whether the text ends inside a JSON string. `quoted` says whether it begins inside one. */
function endsQuoted(text: string, quoted: boolean): boolean {
  let inside = quoted;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') inside = !inside;
  }
  return inside;
}

export const variablesOf = (template: InputTemplate): string[] =>
  template.flatMap((piece) => ('variable' in piece ? [piece.variable] : []));

/** Whether the template makes an object. Only such a template may contain whole events. */
export const makesObject = (template: string): boolean => template.trimStart().startsWith('{');

/**
 * `valueFor` returns JSON text, undefined if the event has no such value.
 * Outside of JSON strings, values are inserted as JSON. Inside, strings lose their own quotes, and objects and lists lose all of theirs.
 */
export function fillTemplate(template: InputTemplate, valueFor: (variable: string) => string | undefined): string {
  return template.map((piece) => ('variable' in piece ? fill(valueFor(piece.variable), piece.quoted) : piece.text)).join('');
}

function fill(json: string | undefined, quoted: boolean): string {
  if (!quoted) return json ?? '""';
  if (json === undefined) return '';
  return json.startsWith('"') ? (JSON.parse(json) as string) : json.replaceAll('"', '');
}
