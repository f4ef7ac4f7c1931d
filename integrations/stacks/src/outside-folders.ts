// Code of a template that lies outside of the template's folder: it is told, and refused where it holds secrets, so that a template of somebody else
// packs none.
import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import type { DeployEvent } from './deploy-event.ts';
import { StackProblem } from './stack-problem.ts';

/** Why a file or folder is not packed, as the end of a sentence that begins with its path; undefined if it may be. Gets paths free of links. */
export type WhyNotPacked = (path: string) => string | undefined;

interface OutsideOptions {
  /** The folder of the root template. */
  readonly folder: string;
  readonly whyNot: WhyNotPacked | undefined;
  readonly see: (event: DeployEvent) => void;
}

export class OutsideFolders {
  readonly #options: OutsideOptions;
  readonly #folder: string;
  readonly #told = new Set<string>();

  constructor(options: OutsideOptions) {
    this.#options = options;
    this.#folder = realpathSync(options.folder);
  }

  /**
   * `what`: the beginning of a sentence that says what names the path: `CodeUri of Orders`. Each path is told once.
   * @throws StackProblem where the path holds secrets
   */
  check(path: string, what: string): void {
    const real = realpathSync(path);
    if (isInside(real, this.#folder)) return;
    const reason = this.#options.whyNot?.(real);
    if (reason !== undefined)
      throw new StackProblem(
        'package',
        `${what} leads to ${real}, which ${reason}.`,
        'It is not packed, because it may hold secrets. What the code needs of it belongs into the folder of the template.',
      );
    if (this.#told.has(real)) return;
    this.#told.add(real);
    this.#options.see({ type: 'warning', text: `${what} leads to ${real}, outside of the folder of the template: it is packed, too.` });
  }

  /** Checks what a link leads to: its folder where it is a file, so that many links into one folder are told once. */
  checkLink(path: string, what: string): void {
    const real = realpathSync(path);
    if (isInside(real, this.#folder)) return;
    const reason = this.#options.whyNot?.(real);
    this.check(reason === undefined ? dirname(real) : real, what);
  }
}

function isInside(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}
