// Parses function names: a name, a partial or a full ARN, each with or without a qualifier. Pure.
import type { RegionScope } from '#core/region-scope';
import { formatArn } from '#lib/arn';

export interface FunctionName {
  readonly name: string;
  readonly qualifier: string | undefined;
  readonly region: string | undefined;
  readonly account: string | undefined;
}

const FORM =
  /^(?:arn:(?:aws[a-zA-Z-]*)?:lambda:)?(?:([a-z]{2}(?:-gov|-iso[a-z]?)?-[a-z]+-\d):)?(?:(\d{12}):)?(?:function:)?([a-zA-Z0-9-_.]+)(?::(\$LATEST|[a-zA-Z0-9-_]+))?$/;
const BARE = /^[a-zA-Z0-9-_]+$/;

/** Undefined if the text has none of these forms. */
export function parseFunctionName(text: string): FunctionName | undefined {
  if (BARE.test(text)) return { name: text, qualifier: undefined, region: undefined, account: undefined };
  const [matched, region, account, name = '', qualifier] = FORM.exec(text) ?? [];
  return matched === undefined ? undefined : { name, qualifier, region, account };
}

export const functionArn = ({ account, region }: RegionScope, name: string, qualifier?: string): string =>
  formatArn({ service: 'lambda', region, account, resource: `function:${name}${qualifier === undefined ? '' : `:${qualifier}`}` });

export const LATEST = '$LATEST';

/** 0 for `$LATEST`. Undefined if the text is not a version. */
export function versionNumber(qualifier: string): number | undefined {
  if (qualifier === LATEST) return 0;
  return /^[1-9]\d{0,14}$/.test(qualifier) ? Number(qualifier) : undefined;
}

export const versionName = (version: number): string => (version === 0 ? LATEST : String(version));
