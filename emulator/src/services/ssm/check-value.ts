// Checks the value of a parameter against its type and pattern.
import { Regex, RegexBudget, RegexSyntaxError, RegexTooCostly } from '#lib/regex/regex';
import { fault } from '#model/ssm';
import { invalid } from './find-parameter.ts';
import type { ParameterType } from './state.ts';

interface ValueRules {
  readonly type: ParameterType;
  readonly dataType: string;
  readonly allowedPattern: string | undefined;
}

export function checkValue(value: string, { type, dataType, allowedPattern }: ValueRules): void {
  if (value === '')
    throw invalid(
      "1 validation error detected: Value '' at 'value' failed to satisfy constraint: Member must have length greater than or equal to 1.",
    );
  const open = value.indexOf('{{');
  if (open >= 0 && value.indexOf('}}', open + 2) >= 0)
    throw invalid('Parameter value can\'t nest another parameter. Do not use "{{}}" in the value.');
  if (dataType === 'aws:ec2:image' && (type !== 'String' || !/^ami-[0-9a-f]{8,17}$/.test(value)))
    throw invalid(`The parameter value is not a valid Amazon Machine Image ID for the data type aws:ec2:image.`);
  if (allowedPattern === undefined || allowedPattern === '') return;
  const values = type === 'StringList' ? value.split(',') : [value];
  if (!matchesAll(allowedPattern, values))
    throw fault('ParameterPatternMismatchException', `Parameter value, cannot be validated against allowedPattern: ${allowedPattern}`);
}

/** A pattern that takes too long is refused like an invalid one. */
function matchesAll(allowedPattern: string, values: readonly string[]): boolean {
  try {
    const regex = new Regex(allowedPattern, { whole: false });
    const budget = new RegexBudget();
    return values.every((value) => regex.test(value, budget));
  } catch (error) {
    if (error instanceof RegexSyntaxError || error instanceof RegexTooCostly)
      throw fault('InvalidAllowedPatternException', `The following allowed pattern is not valid: ${allowedPattern}`);
    throw error;
  }
}
