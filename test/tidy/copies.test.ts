// Lists and functions that stand twice, because one side does not import from the other, say the same.
import { expect, it } from 'vitest';
import { accountOf, newAccessKeyId } from '#core/access-key';
import { leadsToAnotherCloud } from '#lib/foreign-cloud';
import { accountOfMadeKey } from '../../integrations/client/src/access-key.ts';
import { clientEnvironment } from '../../integrations/client/src/client-environment.ts';
import { read } from './sources.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that clients set to values of their own. */
const SET = new Set(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION', 'AWS_EC2_METADATA_DISABLED']);

/** The variables that one side hands on and the other one keeps back. */
function differences(
  names: readonly string[],
  leads: (name: string) => boolean,
  environmentOf: (given: Environment) => Environment,
): string[] {
  const others = names.filter((name) => !SET.has(name));
  const answer = environmentOf(Object.fromEntries(names.map((name) => [name, 'elsewhere'])));
  return others.filter((name) => (answer[name] === 'elsewhere') === leads(name));
}

it('programs and clients of the integrations are kept from the same variables', () => {
  const words = ['emulator/src/lib/foreign-cloud.ts', 'integrations/client/src/client-environment.ts'].flatMap(
    (file) => read(file).match(/\bAWS_[A-Z_]+\b/g) ?? [],
  );
  const names = [...new Set([...words, 'AWS_ENDPOINT_URL_S3', 'AWS_CA_BUNDLE'])];
  expect(differences(names, leadsToAnotherCloud, (given) => clientEnvironment(given, 'http://localhost:4566'))).toEqual([]);
});

it('finds a variable that only one side keeps back', () => {
  const names = ['AWS_PROFILE', 'AWS_CA_BUNDLE', 'AWS_REGION'];
  const withoutProfile = ({ AWS_PROFILE: _, ...rest }: Environment): Environment => rest;
  expect(differences(names, () => false, withoutProfile)).toEqual(['AWS_PROFILE']);
  expect(differences(names, (name) => name === 'AWS_PROFILE', withoutProfile)).toEqual([]);
  expect(differences(names, (name) => name !== 'AWS_REGION', withoutProfile)).toEqual(['AWS_CA_BUNDLE']);
});

it('clients and emulator read the account of a key alike', () => {
  for (const account of ['000000000000', '000000000001', '123456789012', '999999999999']) {
    const key = newAccessKeyId('ASIA', account, (below) => below - 1);
    expect([accountOfMadeKey(key), accountOf(key)]).toEqual([account, account]);
  }
  const others = ['test', '123456789012', 'AKIAIOSFODNN7EXAMPLE', 'AKIAEM777777777777777', 'AKIAEM77777777777777'];
  expect(others.map(accountOfMadeKey)).toEqual(others.map(() => undefined));
});

/** The text of a function of a module, from its name to its closing brace. */
const functionIn = (code: string, name: string): string | undefined => new RegExp(`^function ${name}\\([\\s\\S]*?^}$`, 'm').exec(code)?.[0];

it('init scripts and integrations read the blocks of Terraform alike', () => {
  const [one, other] = ['emulator/src/init-scripts/terraform-override.ts', 'integrations/terraform/src/provider-override.ts'].map((file) =>
    functionIn(read(file), 'blockAt'),
  );
  expect(one).toContain('depth');
  expect(one).toBe(other);
});

it('finds a function that only one side has changed', () => {
  const code = (depth: number): string => `const a = 1;\n\nfunction blockAt(text: string) {\n  return ${depth};\n}\n\nconst b = 2;\n`;
  expect(functionIn(code(1), 'blockAt')).toBe('function blockAt(text: string) {\n  return 1;\n}');
  expect(functionIn(code(1), 'blockAt')).not.toBe(functionIn(code(2), 'blockAt'));
  expect(functionIn(code(1), 'blockOf')).toBeUndefined();
});
