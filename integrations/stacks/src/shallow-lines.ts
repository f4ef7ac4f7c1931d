// Lines within braces, brackets and quotation marks may be indented less than their parents: CloudFormation reads them, the parser of this
// package does not. Where it refuses such a line, the line is moved to the right, and the text parsed again.
import type { Document, YAMLParseError } from 'yaml';

const SPACES = ' '.repeat(64);
const MAX_MOVED = 500;
const UNCLOSED = /^Missing closing ['"]quote/;
const SHALLOW = /must be sufficiently indented/;

/** The document that `parse` makes of the text: with errors only where moved lines do not help, those of the text as it was given. */
export function withShallowLines(given: string, parse: (text: string) => Document): Document {
  let text = given;
  let document = parse(text);
  let last: number | undefined;
  for (let moved = 0; moved < MAX_MOVED && document.errors.length > 0; moved++) {
    const line = shallowLine(document.errors[0]!, text);
    if (line === undefined || line === last) break;
    last = line;
    text = `${text.slice(0, line)}${SPACES}${text.slice(line)}`;
    document = parse(text);
  }
  return document.errors.length === 0 || text === given ? document : parse(given);
}

/** Where the line begins that is to be moved. An unclosed quotation mark is found where its last good line ends. */
function shallowLine({ message, pos: [at] }: YAMLParseError, text: string): number | undefined {
  if (SHALLOW.test(message)) return text.lastIndexOf('\n', at - 1) + 1;
  const end = UNCLOSED.test(message) ? text.indexOf('\n', at) : -1;
  return end < 0 || end === text.length - 1 ? undefined : end + 1;
}
