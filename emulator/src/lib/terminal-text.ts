// Text that others have made (functions, names, error messages) for a terminal, which would obey the control characters in it: change its
// title, fill its clipboard, move up and write over earlier lines.

const ESCAPE = '\u001b';
/** A colour or style, or a single control character. */
const CONTROL = /\p{Cc}(?:\[[\d;:]*m)?/gu;
const RESET = `${ESCAPE}[0m`;

/** Control characters are shown and not obeyed; line breaks and tabs stay, and colours up to the end of the text. Pure. */
export function terminalText(text: string): string {
  let isColoured = false;
  const shown = text.replace(CONTROL, (found) => {
    const [control = ''] = found;
    if (control === '\n' || control === '\t') return found;
    if (control === ESCAPE && found.length > 1) {
      isColoured = true;
      return found;
    }
    return `\\x${(control.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}${found.slice(1)}`;
  });
  return isColoured && !shown.endsWith(RESET) ? `${shown}${RESET}` : shown;
}
