// The templates of `emulator new`: folders of plain files, with a `template.json` that describes them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_ROOT } from '#lib/package-root';

/** `template.json` */
interface Description {
  /** A few words. */
  readonly title: string;
  /** Programs that the project needs besides Node.js, each with what it is for. */
  readonly needs: readonly string[];
  /** The steps after `npm install`: a command and its effect. */
  readonly next: readonly { readonly run: string; readonly does: string }[];
}

export interface Template extends Description {
  readonly name: string;
  readonly folder: string;
}

/** A copy lies beside the bundle; in a clone the templates are at its root. */
const COPY = 'templates';

/** In the order of their names. */
export function allTemplates(): Template[] {
  const here = dirname(fileURLToPath(import.meta.url));
  const folders = [join(here, COPY), join(here, '..', COPY), join(dirname(PACKAGE_ROOT), COPY)];
  const folder = folders.find((one) => existsSync(one));
  if (!folder) throw new Error(`the templates are not in ${folders.join(', ')}: the package is not whole`);
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, DESCRIPTION)))
    .sort()
    .map((name) => ({
      name,
      folder: join(folder, name),
      ...(JSON.parse(readFileSync(join(folder, name, DESCRIPTION), 'utf8')) as Description),
    }));
}

/** Describes the template, and is not part of the project. */
export const DESCRIPTION = 'template.json';
