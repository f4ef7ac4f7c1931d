// `emulator docs`: lists the pages of the documentation that came with this version, prints one, or explains the code of a message.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_MISSING } from '#cli/messages';
import { EmulatorError } from '#lib/emulator-error';
import { PACKAGE_ROOT } from '#lib/package-root';

const FOLDER = join(PACKAGE_ROOT, 'docs');
const CODE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/;
/** Pages with a table whose first column holds codes and names. */
const TABLES = ['errors', 'messages', 'configuration'];

/** @throws EmulatorError PAGE_MISSING */
export function docs(page: string | undefined, { json }: { readonly json?: boolean }): void {
  if (!json) return void process.stdout.write(textOf(page));
  const answer = page === undefined ? { pages: pageNames() } : { page, text: textOf(page) };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

function textOf(page: string | undefined): string {
  const pages = pageNames();
  if (page === undefined) return `${pages.map((name) => `${name.padEnd(18)} ${join(FOLDER, `${name}.md`)}`).join('\n')}\n`;
  const name = page.replace(/^.*\//, '').replace(/\.md$/, '').toLowerCase();
  if (pages.includes(name)) return read(name);
  const rows = CODE.test(page) ? rowsOf(page) : [];
  if (rows.length === 0)
    throw new EmulatorError(PAGE_MISSING, `There is no page ${page}.`, {
      hint: `The pages are ${pages.join(', ')}; a code such as PORT_TAKEN is explained, too.`,
    });
  return `${rows.join('\n\n')}\n`;
}

const pageNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length))
    .sort();

const read = (name: string): string => readFileSync(join(FOLDER, `${name}.md`), 'utf8');

/** The rows that explain a code, each as a paragraph. */
const rowsOf = (code: string): string[] =>
  TABLES.flatMap((name) =>
    read(name)
      .split('\n')
      .filter((line) => line.startsWith(`| \`${code}\` |`))
      .map((line) =>
        line
          .split(/(?<!\\)\|/)
          .map((cell) => cell.trim())
          .filter(Boolean)
          .join('\n'),
      ),
  );
