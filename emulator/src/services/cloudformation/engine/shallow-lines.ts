// Lines within braces, brackets and quotation marks may be indented less than their parents: the cloud reads them, the parser refuses them.
// Where it does, that line is moved to the right, and the text parsed again.
import { YAMLException } from 'js-yaml';

const SPACES = ' '.repeat(64);
/** Characters that are parsed again in all: a fifth of a second. */
const MAX_PARSED_AGAIN = 400_000;

/** @throws what `parse` throws for the text as it was given */
export function parseShallowLines<T>(given: string, parse: (text: string) => T): T {
  let text = given;
  let refusal: YAMLException | undefined;
  for (let parsed = 0; parsed <= MAX_PARSED_AGAIN; parsed += text.length) {
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof YAMLException) || error.reason !== 'deficient indentation' || !error.mark) throw refusal ?? error;
      refusal ??= error;
      const line = text.lastIndexOf('\n', error.mark.position - 1) + 1;
      text = `${text.slice(0, line)}${SPACES}${text.slice(line)}`;
    }
  }
  throw refusal;
}
