// Templates of input transformers: text in which `<name>` stands for a value of the event.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-transform-target-input.html
import { isJson } from './json-structure.ts';

type Piece =
  | { readonly text: string }
  | { readonly variable: string /** Within a JSON string of the template. */; readonly quoted: boolean };
type InputTemplate = readonly Piece[];

/** `isVariable` says which names between angle brackets are variables; others are text. */
export function parseTemplate(template: string, isVariable: (name: string) => boolean = () => true): InputTemplate {
  const pieces: Piece[] = [];
  let quoted = false;
  let from = 0;
  for (const { 0: whole, 1: variable = '', index } of template.matchAll(/<([^<>]*)>/g)) {
    if (!isVariable(variable)) continue;
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

/** Whether the template is a text in quotes, or several. The service delivers texts whatever they hold. */
const isText = (template: InputTemplate): boolean => {
  const [first] = template;
  return first !== undefined && 'text' in first && first.text.trimStart().startsWith('"');
};

/** Whether the filled template may be something else than JSON, for which nothing is delivered. */
export function mayBreak(template: InputTemplate): boolean {
  if (isText(template)) return false;
  if (template.some((piece) => 'variable' in piece && piece.quoted)) return true;
  return !isJson(fillTemplate(template, () => 'null'));
}

/**
 * `valueFor` returns JSON text, undefined if the event has no such value.
 * Outside of JSON strings, values are inserted as JSON. Inside, strings lose their own quotes. Objects and lists lose all quotes and blanks in
 * a text, and keep them inside a string of an object (localstack/localstack, test_events_inputs.snapshot.json, nested_keys_replacement).
 */
export function fillTemplate(template: InputTemplate, valueFor: (variable: string) => string | undefined): string {
  const fill = isText(template) ? fillText : fillString;
  return template
    .map((piece) => {
      if (!('variable' in piece)) return piece.text;
      const json = valueFor(piece.variable);
      return piece.quoted ? fill(json) : (json ?? '""');
    })
    .join('');
}

/** Fills a template that makes no JSON: strings lose their quotes, other values are inserted as JSON. */
export const fillFreeText = (template: InputTemplate, valueFor: (variable: string) => string | undefined): string =>
  template.map((piece) => ('variable' in piece ? fillString(valueFor(piece.variable)) : piece.text)).join('');

const STRING_OR_BLANK = /"((?:[^"\\]|\\.)*)"|\s+/gs;

function fillText(json = '""'): string {
  return json.startsWith('"') ? fillString(json) : json.replace(STRING_OR_BLANK, '$1');
}

function fillString(json = '""'): string {
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}
