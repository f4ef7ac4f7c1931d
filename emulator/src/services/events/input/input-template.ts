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

/** Whether a text that begins inside or outside of a JSON string ends inside of one. */
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

/** A template of this kind makes an object, in which whole events may stand. */
export const makesObject = (template: string): boolean => template.trimStart().startsWith('{');

/**
 * `valueFor` gives JSON text, undefined for what the event has not.
 * Outside of strings, values stand as JSON; inside, strings stand as they are and of objects and lists the quotes are left out.
 */
export function fillTemplate(template: InputTemplate, valueFor: (variable: string) => string | undefined): string {
  return template.map((piece) => ('variable' in piece ? fill(valueFor(piece.variable), piece.quoted) : piece.text)).join('');
}

function fill(json: string | undefined, quoted: boolean): string {
  if (!quoted) return json ?? '""';
  if (json === undefined) return '';
  return json.startsWith('"') ? (JSON.parse(json) as string) : json.replaceAll('"', '');
}
