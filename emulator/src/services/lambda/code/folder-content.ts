// The content of a folder that runs as it is.
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Content } from '#containers/container-runtime';
import { ALLOW_HINT, type FolderRules, withoutLinks } from '#hot-reload/folder/folder-rules';
import { EmulatorError } from '#lib/emulator-error';
import { CODE_FOLDER_MISSING, CODE_FOLDER_REFUSED } from '#services/lambda/messages';

export interface FolderContentOptions {
  readonly rules: FolderRules;
  /** A link in a folder leads to a path that code may not see, and leads nowhere inside. `refusal`: the end of a sentence about the target. */
  readonly onHiddenLink?: ((link: { readonly folder: string; readonly target: string; readonly refusal: string }) => void) | undefined;
  readonly onCoveredLink?: Content['onCoveredLink'];
}

/**
 * Checks the folder again: it may have become a link since the function was created, or the emulator may have other options.
 * @throws EmulatorError CODE_FOLDER_MISSING, CODE_FOLDER_REFUSED
 */
export async function contentOfFolder(folder: string, { rules, onHiddenLink, onCoveredLink }: FolderContentOptions): Promise<Content> {
  const localDir = withoutLinks(folder);
  const refusal = rules.refusal(localDir);
  if (refusal !== undefined)
    throw new EmulatorError(CODE_FOLDER_REFUSED, `The folder ${folder} cannot be code: it ${refusal}.`, { hint: ALLOW_HINT });
  const found = await stat(localDir).catch(() => undefined);
  if (!found?.isDirectory())
    throw new EmulatorError(
      CODE_FOLDER_MISSING,
      `The code of the function is the folder ${folder}, which ${found ? 'is no folder' : 'does not exist'} on the emulator's machine.`,
    );
  const sha256 = createHash('sha256').update(localDir).digest('hex');
  const mayLinkTo = (target: string): boolean => {
    const hidden = rules.refusal(target);
    if (hidden !== undefined) onHiddenLink?.({ folder, target, refusal: hidden });
    return hidden === undefined;
  };
  return { sha256, sizeBytes: 0, localDir, mayLinkTo, onCoveredLink };
}
