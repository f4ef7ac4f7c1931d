// Dimensions as requests give them.
import type { Dimension } from '#core/metrics/metric-datum';
import { invalidValue } from '#services/cloudwatch/faults';

type DimensionMembers = readonly { readonly Name: string; readonly Value: string }[] | undefined;

export const readDimensions = (given: DimensionMembers): Dimension[] =>
  (given ?? []).map(({ Name, Value }) => ({ name: Name, value: Value }));

export const showDimensions = (dimensions: readonly Dimension[]): { Name: string; Value: string }[] =>
  dimensions.map(({ name, value }) => ({ Name: name, Value: value }));

/** @throws Fault for a name that is there twice; `at` names the member in the request */
export function checkedDimensions(given: DimensionMembers, at: string): Dimension[] {
  const dimensions = readDimensions(given);
  const names = new Set<string>();
  for (const [index, { name, value }] of dimensions.entries()) {
    if (names.has(name))
      throw invalidValue(`The parameter ${at}.Dimensions.member.${index + 1}.Name has the name ${name} of another dimension.`);
    if (value.trim() === '') throw invalidValue(`The parameter ${at}.Dimensions.member.${index + 1}.Value is required.`);
    if (name.startsWith(':')) throw invalidValue(`The parameter ${at}.Dimensions.member.${index + 1}.Name must not begin with a colon.`);
    names.add(name);
  }
  return dimensions;
}
