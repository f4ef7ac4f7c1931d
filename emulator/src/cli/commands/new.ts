// `emulator new [template] [folder]`: writes a small project that works at once. Asks for what is not given, on a terminal.
import { basename, relative, resolve, sep } from 'node:path';
import { NAME_INVALID, TEMPLATE_UNKNOWN } from '#cli/messages';
import { allTemplates, type Template } from '#cli/scaffold/templates';
import { writeProject } from '#cli/scaffold/write-project';
import { EmulatorError } from '#lib/emulator-error';
import { PACKAGE_ROOT } from '#lib/package-root';

export interface NewOptions {
  readonly name?: string;
  readonly emulator?: string;
  readonly list?: boolean;
  readonly json?: boolean;
}

/** It names packages, stacks, functions and resources, all of which take it. */
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const MAX_NAME_CHARACTERS = 40;

/** @throws EmulatorError TEMPLATE_UNKNOWN, NAME_INVALID, FILES_EXIST */
export async function newProject(templateName: string | undefined, folderName: string | undefined, options: NewOptions): Promise<void> {
  const templates = allTemplates();
  if (options.list) return list(templates, options.json ?? false);
  const given = templateName === undefined ? undefined : templateNamed(templateName, templates);
  const isTerminal = Boolean(process.stdin.isTTY && process.stdout.isTTY) && !options.json;
  if (!given && !isTerminal)
    throw new EmulatorError(TEMPLATE_UNKNOWN, 'No template is named.', {
      hint: `${known(templates)} \`emulator new --list\` describes them.`,
    });
  const asks = isTerminal && (given === undefined || folderName === undefined);
  const answers = asks
    ? await (await import('#cli/scaffold/prompts')).promptFor({ templates, template: given, folder: folderName, check })
    : undefined;
  if (asks && !answers) {
    process.exitCode = INTERRUPTED;
    return;
  }
  const template = answers?.template ?? given!;
  const folder = resolve(answers?.folder ?? folderName ?? template.name);
  const name = options.name ?? basename(folder);
  const problem = check(name);
  if (problem) throw new EmulatorError(NAME_INVALID, `"${name}" cannot be the project's name: ${problem}`, { hint: hintFor(name) });
  const files = writeProject(template, folder, { name, emulator: options.emulator ?? packageOf(folder) });
  if (options.json) process.stdout.write(`${JSON.stringify({ template: template.name, name, folder, files })}\n`);
  else process.stdout.write(nextSteps(template, folder, files.length));
}

const INTERRUPTED = 130;

/** The reason why a project cannot have this name, as the end of a sentence; undefined for a good name. */
function check(name: string): string | undefined {
  if (name.length > MAX_NAME_CHARACTERS) return `it has ${name.length} characters, and may have ${MAX_NAME_CHARACTERS}.`;
  return NAME.test(name) ? undefined : 'it takes lower-case letters, digits and single hyphens, and begins with a letter.';
}

function hintFor(name: string): string {
  const similar = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[-0-9]+|-+$/g, '')
    .slice(0, MAX_NAME_CHARACTERS);
  return `The last part of the folder names the project unless \`--name\` does${check(similar) === undefined ? `: --name ${similar}` : ''}.`;
}

function templateNamed(name: string, templates: readonly Template[]): Template {
  const found = templates.find((one) => one.name === name);
  if (found) return found;
  throw new EmulatorError(TEMPLATE_UNKNOWN, `There is no template ${name}.`, { hint: known(templates) });
}

const known = (templates: readonly Template[]): string => `The templates are ${templates.map(({ name }) => name).join(', ')}.`;

/** The package that this command belongs to, as the project's npm finds it. */
function packageOf(folder: string): string {
  const path = relative(folder, PACKAGE_ROOT).split(sep).join('/');
  return `file:${path}`;
}

function list(templates: readonly Template[], json: boolean): void {
  const rows = templates.map(({ name, title, needs }) => ({ name, title, needs }));
  const width = Math.max(...rows.map(({ name }) => name.length));
  const text = rows.map(
    ({ name, title, needs }) => `${name.padEnd(width)}  ${title}${needs.length > 0 ? ` (needs ${needs.join(', ')})` : ''}`,
  );
  process.stdout.write(json ? `${JSON.stringify(rows)}\n` : `${text.join('\n')}\n`);
}

function nextSteps({ name, title, needs, next }: Template, folder: string, count: number): string {
  const path = relative(process.cwd(), folder) || '.';
  const steps = [
    ...(path === '.' ? [] : [{ run: `cd ${/\s/.test(path) ? `'${path}'` : path}`, does: '' }]),
    { run: 'npm install', does: 'brings the emulator and what the tests need' },
    ...next,
  ];
  const width = Math.max(...steps.map(({ run }) => run.length));
  const lines = steps.map(({ run, does }) => `  ${run.padEnd(width)}  ${does}`.trimEnd());
  const missing = needs.length > 0 ? `It needs ${needs.join(', ')}.\n` : '';
  return `${count} files of ${name} (${title}) are in ${path === '.' ? 'this folder' : path}.\n${missing}\nNext:\n${lines.join('\n')}\n\nREADME.md says more.\n`;
}
