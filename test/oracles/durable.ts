// Compares durable executions with the public requirements, by the handlers of the SDK for Python:
// `DURABLE_REQUIREMENTS=<checkout of aws/aws-durable-execution-conformance-tests> DURABLE_SDK=<checkout of aws/aws-durable-execution-sdk-python>
// npm run oracle:durable`. Prints how many agree in status, result and history, and each difference. `--only <suite>` or `--only <number>` compares some.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { Lambda } from '@aws-sdk/client-lambda';
import { startEmulator } from '#main';
import { parseYaml } from '#services/cloudformation/engine/yaml';
import { zipOf } from '../conformance/lambda/fixture.ts';
import { filled, type Requirement } from './durable/requirement.ts';
import { comparedWith, randomText, runRequirement } from './durable/run-requirement.ts';

const REQUIREMENTS = join(process.env.DURABLE_REQUIREMENTS ?? '', 'packages/aws-durable-execution-conformance-tests/test-requirements');
const SDK = join(process.env.DURABLE_SDK ?? '', 'packages/aws-durable-execution-sdk-python/src');
const HANDLERS = join(process.env.DURABLE_SDK ?? '', 'packages/aws-durable-execution-sdk-python-conformance-tests');
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
interface TemplateFunction {
  readonly Type: string;
  readonly TestingMetadata?: { readonly TestDescription?: readonly string[] };
  readonly Properties: {
    readonly Handler: string;
    readonly Timeout?: number;
    readonly DurableConfig?: object;
    readonly TenancyConfig?: { readonly TenantIsolationMode: 'PER_TENANT' };
    readonly Environment?: { readonly Variables?: Readonly<Record<string, unknown>> };
  };
}

const sourcesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(py|json|typed)$/.test(entry.name))
      .map(({ parentPath, name }) => [relative(folder, join(parentPath, name)), readFileSync(join(parentPath, name), 'utf8')]),
  );

const functionsOf = (suite: string): [string, TemplateFunction][] => {
  const { Resources } = parseYaml(readFileSync(join(HANDLERS, `template_${suite}.yaml`), 'utf8')) as unknown as {
    Resources: Record<string, TemplateFunction>;
  };
  return Object.entries(Resources).filter(([, { Type }]) => Type === 'AWS::Serverless::Function');
};

/** References of the template to functions become their ARNs. */
function variable(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const [[intrinsic = '', what] = []] = Object.entries(value);
  const arn = (name: string) => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;
  if (intrinsic === 'Ref') return String(what);
  if (intrinsic === 'Fn::GetAtt') return arn(Array.isArray(what) ? String(what[0]) : String(what).split('.')[0]!);
  return String(what).replace(/\$\{(\w+)(\.Arn)?\}/g, (_, name: string, isArn) => (isArn ? arn(name) : name));
}

async function runSuite(suite: string, code: Uint8Array): Promise<{ passed: number; failed: number }> {
  const emulator = await startEmulator({ port: 0, clock: 'manual', log: false, environment: { FUNCTION_SYNCHRONOUS_CREATE: '1' } });
  const config = { endpoint: emulator.url, region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };
  const [lambda, tables] = [new Lambda(config), new DynamoDB(config)];
  const counts = { passed: 0, failed: 0 };
  try {
    await tables.createTable({
      ...{ TableName: 'Attempts', BillingMode: 'PAY_PER_REQUEST', KeySchema: [{ AttributeName: 'executionId', KeyType: 'HASH' }] },
      AttributeDefinitions: [{ AttributeName: 'executionId', AttributeType: 'S' }],
    });
    for (const [FunctionName, { Properties, TestingMetadata }] of functionsOf(suite)) {
      const numbers = (TestingMetadata?.TestDescription ?? []).filter((each) => only === undefined || [suite, each].includes(only));
      const isTarget = TestingMetadata === undefined;
      if (numbers.length === 0 && !isTarget) continue;
      const { Handler, Timeout = 60, DurableConfig, TenancyConfig, Environment } = Properties;
      const given = Object.entries(Environment?.Variables ?? {}).map(([name, value]) => [name, variable(value)]);
      const Variables = Object.fromEntries(given.map(([name, value]) => [name, /TABLE/.test(name!) ? 'Attempts' : value]));
      await lambda.createFunction({
        ...{ FunctionName, Handler, Timeout, DurableConfig, TenancyConfig, Code: { ZipFile: code }, Environment: { Variables } },
        ...{ Runtime: 'python3.13', Role: 'arn:aws:iam::000000000000:role/lambda', MemorySize: 256 },
      });
      for (const number of numbers) {
        const file = join(REQUIREMENTS, suite, `${number}.yaml`);
        const required = filled(parseYaml(readFileSync(file, 'utf8')) as unknown as Requirement, randomText);
        const found = comparedWith(required, await runRequirement({ emulator, lambda }, FunctionName, required));
        counts[found.length === 0 ? 'passed' : 'failed']++;
        if (found.length > 0) console.log(`${number} ${FunctionName}: ${found.slice(0, 3).join(' | ')}`);
      }
    }
  } finally {
    await emulator.stop();
  }
  return counts;
}

if (!process.env.DURABLE_REQUIREMENTS || !process.env.DURABLE_SDK)
  throw new Error('DURABLE_REQUIREMENTS and DURABLE_SDK name checkouts: see above.');
const code = zipOf({ ...sourcesIn(SDK), ...sourcesIn(join(HANDLERS, 'handlers')) });
const totals = { passed: 0, failed: 0 };
for (const suite of readdirSync(REQUIREMENTS)) {
  if (only !== undefined && !/^\d/.test(only) && only !== suite) continue;
  const { passed, failed } = await runSuite(suite, code);
  console.log(`${suite}: ${passed} agree, ${failed} differ`);
  totals.passed += passed;
  totals.failed += failed;
}
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;
