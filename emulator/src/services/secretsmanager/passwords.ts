// GetRandomPassword.
import { type GetRandomPasswordRequest, operation } from '#model/secretsmanager';
import { invalidParameter } from './faults.ts';
import { LOWERCASE, NUMBERS, PUNCTUATION, randomPassword, UPPERCASE } from './random-password.ts';

const DEFAULT_LENGTH = 32;

export const GetRandomPassword = operation('GetRandomPassword', (input) => {
  const { PasswordLength: length = DEFAULT_LENGTH, RequireEachIncludedType: eachKind = true } = input;
  const kinds = kindsOf(input);
  if (kinds.every((kind) => kind === '')) throw invalidParameter('There are no characters left to choose from.');
  if (eachKind && kinds.includes('')) throw invalidParameter('The characters excluded leave none of a type that is required.');
  if (eachKind && length < kinds.length) throw invalidParameter('Password length is too short based on the required types.');
  return { RandomPassword: randomPassword({ length, kinds, eachKind }) };
});

function kindsOf(input: GetRandomPasswordRequest): string[] {
  const excluded = new Set(input.ExcludeCharacters);
  const kinds = [
    input.ExcludeLowercase ? undefined : LOWERCASE,
    input.ExcludeUppercase ? undefined : UPPERCASE,
    input.ExcludeNumbers ? undefined : NUMBERS,
    input.ExcludePunctuation ? undefined : PUNCTUATION,
    input.IncludeSpace ? ' ' : undefined,
  ];
  return kinds.filter((kind) => kind !== undefined).map((kind) => [...kind].filter((character) => !excluded.has(character)).join(''));
}
