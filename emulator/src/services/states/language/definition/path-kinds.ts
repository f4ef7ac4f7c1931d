// Checks of paths, and of templates whose members hold them.
import { isIntrinsicName } from '#services/states/language/intrinsics/evaluate-intrinsic';
import { type IntrinsicNode, parseIntrinsic } from '#services/states/language/intrinsics/parse-intrinsic';
import { isList, isObject } from '#services/states/language/json';
import { isReferencePath, type Path } from '#services/states/language/paths/path';
import { parsePath } from '#services/states/language/paths/path-parser';
import { isDynamicName, isIntrinsicText } from '#services/states/language/template';
import type { FieldKind } from './field-check.ts';
import { text } from './field-kinds.ts';

const NO_PATH = 'Value must be a valid JSONPath.';
const NO_REFERENCE = 'Value is not a Reference Path';

/** Undefined for a text that is no path. */
function pathIn(source: string): Path | undefined {
  try {
    return parsePath(source);
  } catch {
    return undefined;
  }
}

/** Whether the text is a path, or calls functions that there are. */
function isDynamic(source: string): boolean {
  if (!isIntrinsicText(source)) return pathIn(source) !== undefined;
  try {
    return isKnown(parseIntrinsic(source));
  } catch {
    return false;
  }
}
const isKnown = (node: IntrinsicNode): boolean =>
  node.kind !== 'call' || (isIntrinsicName(node.name) && node.arguments.every((argument) => isKnown(argument)));

export const path: FieldKind = (value, location, check) => {
  if (typeof value !== 'string') text(value, location, check);
  else if (!pathIn(value)) check.findings.add(location, NO_PATH);
};
export const pathOrNull: FieldKind = (value, location, check) => {
  if (value !== null) path(value, location, check);
};
export const pathOrIntrinsic: FieldKind = (value, location, check) => {
  if (typeof value !== 'string') text(value, location, check);
  else if (!isDynamic(value)) check.findings.add(location, NO_PATH);
};

/** The variable of a choice rule, and the path that it is compared with. */
export const comparedPath: FieldKind = (value, location, check) => {
  if (typeof value !== 'string') text(value, location, check);
  else if (!value.startsWith('$')) check.findings.add(location, `${NO_REFERENCE}: Reference path didn't start with '$'`);
  else if (!pathIn(value)) check.findings.add(location, NO_REFERENCE);
};

const referenceWhere =
  (isReference: (parsed: Path) => boolean): FieldKind =>
  (value, location, check) => {
    path(value, location, check);
    const parsed = typeof value === 'string' ? pathIn(value) : undefined;
    if (parsed && !isReference(parsed)) check.findings.add(location, NO_REFERENCE);
  };
const selectsOne = ({ isDefinite, steps }: Path): boolean => isDefinite && steps.every(({ kind }) => kind !== 'function');

/** Paths to numbers and times never lead into the context object: https://docs.aws.amazon.com/step-functions/latest/dg/input-output-contextobject.html */
export const referencePath = referenceWhere((parsed) => parsed.root !== '$$' && selectsOne(parsed));
export const itemsPath = referenceWhere(selectsOne);
const writtenPath = referenceWhere(isReferencePath);
export const resultPath: FieldKind = (value, location, check) => {
  if (value !== null) writtenPath(value, location, check);
};

/** Members whose names end in `.$` hold a path or an intrinsic function. A finding is placed at the object that has the member (recorded). */
export const pathTemplate: FieldKind = (value, location, check) => {
  if (isList(value)) for (const [index, element] of value.entries()) pathTemplate(element, `${location}[${index}]`, check);
  else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (!isDynamicName(name)) pathTemplate(member, `${location}/${name}`, check);
      else if (typeof member !== 'string' || !isDynamic(member))
        check.findings.add(location, `The value for the field '${name}' must be a valid JSONPath or a valid intrinsic function call`);
    }
  }
};
