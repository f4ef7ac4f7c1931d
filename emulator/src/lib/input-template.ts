// Templates of input transformers: text in which `<name>` stands for a value of the event.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-transform-target-input.html
import { isJson } from './json-structure.ts';

type Piece =
  | { readonly text: string }
  | { readonly variable: string /** Within a JSON string of the template. */; readonly quoted: boolean };
type InputTemplate = readonly Piece[];
type ValueFor = (variable: string) => string | undefined;

/** Limit: characters of an input template when it is filled. No target takes more. */
export const MAX_FILLED = 1_048_576;

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
  return !isJson(fillTemplate(template, () => 'null') ?? '');
}

/**
 * `valueFor` returns JSON text, undefined if the event has no such value.
 * Outside of JSON strings, values are inserted as JSON. Inside, strings lose their own quotes. Objects and lists lose all quotes and blanks in
 * a text, and keep them inside a string of an object (localstack/localstack, test_events_inputs.snapshot.json, nested_keys_replacement).
 * The filled template is undefined where it would have more than `MAX_FILLED` characters.
 */
export function fillTemplate(template: InputTemplate, valueFor: ValueFor): string | undefined {
  const fill = isText(template) ? fillText : fillString;
  return filled(template, valueFor, (json, quoted) => (quoted ? fill(json) : (json ?? '""')));
}

/** Fills a template that makes no JSON: strings lose their quotes, other values are inserted as JSON. Undefined as above. */
export const fillFreeText = (template: InputTemplate, valueFor: ValueFor): string | undefined => filled(template, valueFor, fillString);

/** A variable may stand in a template thousands of times: it is looked up once, and put in its form once. */
function filled(
  template: InputTemplate,
  valueFor: ValueFor,
  form: (json: string | undefined, quoted: boolean) => string,
): string | undefined {
  const values = new Map<string, string>();
  const texts: string[] = [];
  let length = 0;
  for (const piece of template) {
    let text: string | undefined;
    if ('variable' in piece) {
      const key = `${piece.quoted}${piece.variable}`;
      text = values.get(key) ?? form(valueFor(piece.variable), piece.quoted);
      values.set(key, text);
    } else text = piece.text;
    length += text.length;
    if (length > MAX_FILLED) return undefined;
    texts.push(text);
  }
  return texts.join('');
}

const STRING_OR_BLANK = /"((?:[^"\\]|\\.)*)"|\s+/gs;

function fillText(json = '""'): string {
  return json.startsWith('"') ? fillString(json) : json.replace(STRING_OR_BLANK, '$1');
}

function fillString(json = '""'): string {
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}
