// The variables of a stage in the address of an integration or an authorizer: `${stageVariables.name}`. Pure.
import { own } from '#lib/table';

const VARIABLE = /\$\{stageVariables\.(\w+)\}/g;

/** Variables that the stage does not have are empty. */
export const withVariables = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replace(VARIABLE, (_, name: string) => own(variables, name) ?? '');
