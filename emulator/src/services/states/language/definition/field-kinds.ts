// Checks of single fields of a definition: texts, numbers, and values from a list.
import { readTimestamp } from '#services/states/language/choice/timestamps';
import { kindOf } from '#services/states/language/json';
import type { FieldKind } from './field-check.ts';

/** The service names types as its parser does: `Expected value of type [STRING]`. */
const ofType =
  (type: string): FieldKind =>
  (value, location, { findings }) => {
    if (kindOf(value) !== type) findings.add(location, `Expected value of type [${type.toUpperCase()}]`);
  };

export const text = ofType('string');
export const truth = ofType('boolean');
export const object = ofType('object');
export const list = ofType('array');
export const anything: FieldKind = () => {};

export const oneOf =
  (...values: readonly string[]): FieldKind =>
  (value, location, check) => {
    if (typeof value !== 'string') text(value, location, check);
    else if (!values.includes(value)) check.findings.add(location, `Value should be one of the following: [${values.join(', ')}]`);
  };

/** A few enumerations are told with the name of their field. */
export const namedOneOf =
  (name: string, ...values: readonly string[]): FieldKind =>
  (value, location, { findings }) => {
    if (typeof value !== 'string' || !values.includes(value))
      findings.add(location, `The field '${name}' should have one of these values: [${values.join(', ')}]`);
  };

interface Bounds {
  readonly least: number;
  readonly most?: number | undefined;
}

const numberOf =
  (isWhole: boolean, { least, most = Number.POSITIVE_INFINITY }: Bounds): FieldKind =>
  (value, location, { findings }) => {
    const shown = (bound: number): string => (isWhole ? String(bound) : bound.toFixed(1));
    if (isWhole ? !Number.isInteger(value) : typeof value !== 'number')
      findings.add(location, `Expected value of type ${isWhole ? 'Integer' : 'Number'}`);
    else if ((value as number) < least) findings.add(location, `Minimum value is ${shown(least)}`);
    else if ((value as number) > most) findings.add(location, `Maximum value is ${shown(most)}`);
  };

export const wholeNumber = (least: number, most?: number): FieldKind => numberOf(true, { least, most });
export const decimal = (least: number, most?: number): FieldKind => numberOf(false, { least, most });

export const timestamp: FieldKind = (value, location, check) => {
  if (typeof value !== 'string') text(value, location, check);
  else if (readTimestamp(value) === undefined) check.findings.add(location, 'String does not match RFC3339 timestamp');
};
