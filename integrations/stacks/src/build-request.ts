// The input of builders, a function or layer, and their result.
import type { FolderPart } from './folder-files.ts';
import type { PlainObject } from './template-document.ts';

export interface BuildRequest {
  readonly logicalId: string;
  readonly isLayer: boolean;
  /** Absolute path of the code as it is written. */
  readonly source: string;
  /** `nodejs22.x`; of a layer what `BuildMethod` names. */
  readonly runtime: string | undefined;
  /** `Metadata` of the resource. */
  readonly metadata: PlainObject;
  /** Folder for what is built from these sources in this manner, kept from one build to the next. */
  readonly cache: string;
  readonly tell: (text: string) => void;
}

export interface BuiltCode {
  readonly parts: readonly FolderPart[];
  /** For people: `esbuild`, `npm`. Undefined where the code is packed as it is. */
  readonly builder: string | undefined;
}

export interface Builder {
  /** Looks for what the build needs, without building, and tells whether a tool will run. @throws StackProblem */
  check(request: BuildRequest): boolean;
  /** @throws StackProblem */
  build(request: BuildRequest): Promise<BuiltCode>;
}

/** Names that `sam build` never copies. */
export const NEVER_COPIED: readonly string[] = ['.aws-sam', '.git'];
