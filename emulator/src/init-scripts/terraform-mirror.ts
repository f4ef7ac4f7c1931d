// A copy of a project's folder made of links, so that lock file, state and override never touch the original, which may be read-only.
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { awsOverride, usesAws } from './terraform-override.ts';

const OVERRIDE = 'cloud_emulator_override.tf';
/** Files that Terraform itself writes: they stay in the copy. */
const WRITTEN = /^(\.terraform|terraform\.tfstate.*|\.terraform\.lock\.hcl|\.terraform\.tfstate\.lock\.info)$/;

/** Returns the folder to work in: `<place>/<folder of the project's neighbours>/<project>`, so that `../shared` leads to the same files. */
export function mirrorProject(project: string, place: string, endpoint: string): string {
  const neighbours = join(place, basename(dirname(project)));
  const directory = join(neighbours, basename(project));
  linkAll(dirname(project), neighbours, (name) => name !== basename(project));
  linkAll(project, directory, (name) => !WRITTEN.test(name));
  const lock = '.terraform.lock.hcl';
  if (existsSync(join(project, lock))) writeFileSync(join(directory, lock), readFileSync(join(project, lock)));
  const sources = readdirSync(project)
    .filter((name) => name.endsWith('.tf'))
    .map((name) => readFileSync(join(project, name), 'utf8'));
  if (usesAws(sources)) writeFileSync(join(directory, OVERRIDE), awsOverride(sources, endpoint));
  return directory;
}

/** Makes a link for every wanted entry of the folder; removes the links of an earlier run first. */
function linkAll(from: string, to: string, wanted: (name: string) => boolean): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(to)) if (lstatSync(join(to, name)).isSymbolicLink()) rmSync(join(to, name));
  for (const name of readdirSync(from)) {
    if (wanted(name) && !lstatSync(join(to, name), { throwIfNoEntry: false })) symlinkSync(join(from, name), join(to, name));
  }
}
