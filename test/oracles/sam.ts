// Compares the SAM transform with the reference: `SAM_REFERENCE=<checkout of github.com/aws/serverless-application-model> npm run oracle:sam`.
// Every input of its `tests/translator` must expand to the same resources in three partitions, or be refused with the same message.
// Differences that count as none: the order of lists (except layers), and the hash in ids of deployments of REST APIs.
// `--only <part of a name>` compares some, `--show` prints the first difference of each.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InvalidDocument } from '#sam/problems';
import { transformServerless } from '#sam/transform';
import { type Block, isBlock, sortedJson, type Value } from '#sam/values';
import { parseYaml } from '#services/cloudformation/engine/yaml';

const root = process.env.SAM_REFERENCE;
const folder = join(root ?? '', 'tests/translator');
const only = process.argv[process.argv.indexOf('--only') + 1];
const isFiltered = process.argv.includes('--only');
const isVerbose = process.argv.includes('--show');
const PARTITIONS = [
  { partition: 'aws', region: 'ap-southeast-1' },
  { partition: 'aws-cn', region: 'cn-north-1' },
  { partition: 'aws-us-gov', region: 'us-gov-west-1' },
];

/** Applications of the repository as the tests of the reference answer for them. */
function applicationTemplate(application: string): string {
  if (['no-access', 'non-existent', 'invalid-semver'].includes(application)) throw new Error(`Cannot access application: ${application}.`);
  return 'https://awsserverlessrepo-changesets-xxx.s3.amazonaws.com/signed-url';
}

function policiesOf(partition: string): ReadonlyMap<string, string> {
  const all = JSON.parse(readFileSync(join(root!, 'samtranslator/internal/data/aws_managed_policies.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  return new Map(Object.entries(all[partition] ?? {}));
}

const policies = new Map(root ? PARTITIONS.map(({ partition }) => [partition, policiesOf(partition)]) : []);

function run(name: string, { partition, region }: (typeof PARTITIONS)[number]): { result?: Value; message?: string } {
  try {
    const template = parseYaml(readFileSync(join(folder, 'input', `${name}.yaml`), 'utf8')) as Block;
    const parameters = { param1: 'value1', param2: 'value2' };
    const managedPolicies = policies.get(partition)!;
    return { result: transformServerless(template, { parameters, partition, region, managedPolicies, applicationTemplate, now: 0 }) };
  } catch (error) {
    if (error instanceof InvalidDocument) return { message: error.message };
    return { message: `CRASH ${error instanceof Error ? error.stack : String(error)}` };
  }
}

const HASHED = /^(.*Deployment)[0-9a-f]{10}$/;

/** The template with sorted lists, and deployments named without their hash. */
function normal(value: Value, key = ''): Value {
  if (Array.isArray(value)) {
    const items = value.map((item) => normal(item));
    return key === 'Layers'
      ? items
      : items
          .map((item) => [sortedJson(item), item] as const)
          .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
          .map(([, item]) => item);
  }
  // The template language here keeps `1.0` as text, as YAML of the cloud does; the reference reads a number.
  if (typeof value === 'string' && /^\d+\.0$/.test(value)) return Number(value);
  if (typeof value === 'string') return value.replace(HASHED, '$1').replace(/^(RestApi deployment id: )[0-9a-f]+$/, '$1');
  if (!isBlock(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name.replace(HASHED, '$1'), normal(item, name)]));
}

function difference(a: Value | undefined, b: Value | undefined, path = ''): string | undefined {
  if (a === undefined || b === undefined)
    return `${path}: ${a === undefined ? 'missing' : 'too much'} ${JSON.stringify(a ?? b).slice(0, 300)}`;
  if (isBlock(a) && isBlock(b)) {
    for (const key of new Set([...Object.keys(b), ...Object.keys(a)])) {
      const found = difference(a[key], b[key], `${path}/${key}`);
      if (found) return found;
    }
    return undefined;
  }
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length)
    return a.map((item, index) => difference(item, b[index], `${path}/${index}`)).find((each) => each !== undefined);
  return sortedJson(a) === sortedJson(b)
    ? undefined
    : `${path}: ${JSON.stringify(a).slice(0, 300)} instead of ${JSON.stringify(b).slice(0, 300)}`;
}

const expected = (name: string, partition: string): Value =>
  JSON.parse(readFileSync(join(folder, 'output', partition === 'aws' ? '' : partition, `${name}.json`), 'utf8')) as Value;

function compare(): void {
  const names = readdirSync(join(folder, 'input'))
    .map((file) => basename(file, '.yaml'))
    .filter((name) => !isFiltered || name.includes(only ?? ''));
  const invalid = names.filter((name) => name.startsWith('error_'));
  const valid = names.filter((name) => !/^(error_|translate_|feature_toggle_)/.test(name));
  const failed: string[] = [];
  const fail = (name: string, reason: string): void => {
    failed.push(isVerbose ? `${name}\n    ${reason}` : name);
  };
  let [validOk, invalidOk] = [0, 0];
  for (const name of valid) {
    const wrong = PARTITIONS.flatMap((place) => {
      const { result, message } = run(name, place);
      const found = message ?? difference(normal(result!), normal(expected(name, place.partition)));
      return found === undefined ? [] : [`${place.partition}: ${found}`];
    });
    if (wrong.length === 0) validOk += 1;
    else fail(name, wrong[0]!);
  }
  for (const name of invalid) {
    const { message } = run(name, PARTITIONS[0]!);
    const wanted = String((expected(name, 'aws') as Block).errorMessage);
    if (message === wanted) invalidOk += 1;
    else fail(name, `${message ?? 'accepted'}\n    instead of\n    ${wanted}`);
  }
  for (const each of failed) console.log(each);
  console.log(`${validOk} of ${valid.length} valid, ${invalidOk} of ${invalid.length} invalid`);
}

if (root) compare();
else console.log('skipped: SAM_REFERENCE names no checkout of github.com/aws/serverless-application-model');
