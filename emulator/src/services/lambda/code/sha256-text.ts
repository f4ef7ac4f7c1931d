// The digest of code as clients see it.
import type { Frozen } from '#core/records';
import type { CodeRef } from '#services/lambda/state';
import { isFolder } from './code-ref.ts';

/** Editors recognise code that runs from a folder by this beginning, as from the established emulator. */
const FOLDER_SHA256 = 'hot-reloading-hash-not-available';

/** In base64. */
export const sha256Text = (code: Frozen<CodeRef>): string =>
  isFolder(code) ? FOLDER_SHA256 : Buffer.from(code.sha256, 'hex').toString('base64');
