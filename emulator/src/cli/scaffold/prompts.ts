// The questions of `emulator new` on a terminal.
import { basename, resolve } from 'node:path';
import { cancel, intro, isCancel, select, text } from '@clack/prompts';
import type { Template } from './templates.ts';

export interface PromptOptions {
  readonly templates: readonly Template[];
  /** Given already. */
  readonly template: Template | undefined;
  readonly folder: string | undefined;
  /** The reason why a name cannot be used; undefined for a good name. */
  readonly check: (name: string) => string | undefined;
}

/** Undefined when the person gave up. */
export async function promptFor(options: PromptOptions): Promise<{ readonly template: Template; readonly folder: string } | undefined> {
  intro('A new project');
  const template = options.template ?? (await promptTemplate(options.templates));
  const folder = template && (options.folder ?? (await promptFolder(template, options.check)));
  if (template && folder !== undefined) return { template, folder };
  cancel('Nothing was written.');
  return undefined;
}

async function promptTemplate(templates: readonly Template[]): Promise<Template | undefined> {
  const options = templates.map(({ name, title }) => ({ value: name, label: name, hint: title }));
  const name = await select({ message: 'Which template?', options });
  return isCancel(name) ? undefined : templates.find((one) => one.name === name);
}

async function promptFolder({ name }: Template, check: PromptOptions['check']): Promise<string | undefined> {
  const folder = await text({
    message: 'In which folder? Its last part names the project.',
    initialValue: `./${name}`,
    validate: (value) => check(basename(resolve(value ?? ''))),
  });
  return isCancel(folder) ? undefined : folder;
}
