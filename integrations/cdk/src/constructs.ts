// For CDK apps: a function in a folder, and an event bus with rules, made of plain CloudFormation resources, so that they ask no types of the CDK's own modules.
// One file without others, because apps load it as it was compiled.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { Aws, CfnResource, FileSystem, Names, Token } from 'aws-cdk-lib/core';
import { folderBucket } from 'cloud-emulator-cdk';
import { Construct } from 'constructs';

export interface FolderFunctionProps {
  /** The code: a path, relative to the folder in which the CDK runs the app. */
  readonly folder: string;
  /** `index.handler`: the file in the folder without its ending, and what it exports. The file may be TypeScript. */
  readonly handler: string;
  /** `nodejs22.x`, `python3.13`. */
  readonly runtime: string;
  readonly functionName?: string;
  readonly description?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** By default 10 seconds. */
  readonly timeoutSeconds?: number;
  /** By default 256 MB. */
  readonly memoryMb?: number;
  /** Statements of its role's policy, `{ Effect, Action, Resource }`, beside the right to write its log. */
  readonly statements?: readonly object[];
  /** Further properties of `AWS::Lambda::Function`, in CloudFormation's words. */
  readonly properties?: Readonly<Record<string, unknown>>;
}

/**
 * A function whose code is a folder. In the emulator it runs from the folder, and is reloaded when a file changes; everywhere else the folder is an asset,
 * and a handler in TypeScript is bundled with the project's esbuild.
 * @throws Error when the folder is not there, or TypeScript cannot be bundled
 */
export class FolderFunction extends Construct {
  readonly functionName: string;
  readonly functionArn: string;
  readonly roleArn: string;

  constructor(scope: Construct, id: string, props: FolderFunctionProps) {
    super(scope, id);
    const folder = resolve(props.folder);
    if (!existsSync(folder)) throw new Error(`The folder of the function ${id} is not there: ${folder}`);
    const role = new CfnResource(this, 'Role', { type: 'AWS::IAM::Role', properties: roleOf(props.statements ?? []) });
    this.roleArn = Token.asString(role.getAtt('Arn'));
    const bucket = folderBucket(this);
    const code = bucket === undefined ? this.#asset(folder, props) : { S3Bucket: bucket, S3Key: folder };
    const resource = new CfnResource(this, 'Function', {
      type: 'AWS::Lambda::Function',
      properties: {
        Code: code,
        Handler: props.handler,
        Runtime: props.runtime,
        Role: this.roleArn,
        FunctionName: props.functionName,
        Description: props.description,
        Environment: props.environment && { Variables: props.environment },
        Timeout: props.timeoutSeconds ?? 10,
        MemorySize: props.memoryMb ?? 256,
        ...props.properties,
      },
    });
    resource.node.addDependency(role);
    this.functionName = resource.ref;
    this.functionArn = Token.asString(resource.getAtt('Arn'));
  }

  #asset(folder: string, { handler, runtime }: FolderFunctionProps): { S3Bucket: string; S3Key: string } {
    const source = typeScriptOf(folder, handler);
    const asset = new Asset(this, 'Code', { path: source ? bundled(folder, source, runtime) : folder });
    return { S3Bucket: asset.s3BucketName, S3Key: asset.s3ObjectKey };
  }
}

const roleOf = (statements: readonly object[]): object => ({
  AssumeRolePolicyDocument: {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
  },
  ManagedPolicyArns: [`arn:${Aws.PARTITION}:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole`],
  Policies:
    statements.length > 0 ? [{ PolicyName: 'Function', PolicyDocument: { Version: '2012-10-17', Statement: statements } }] : undefined,
});

/** The handler's file where it is TypeScript that nobody has compiled. */
function typeScriptOf(folder: string, handler: string): string | undefined {
  const path = handler.replace(/\.[^./]*$/, '');
  if (['.js', '.mjs', '.cjs', '.py'].some((ending) => existsSync(join(folder, path + ending)))) return undefined;
  return ['.ts', '.mts'].map((ending) => path + ending).find((file) => existsSync(join(folder, file)));
}

interface Esbuild {
  buildSync(options: object): unknown;
}

/** A folder with the bundle. The runtime brings the SDK. */
function bundled(folder: string, file: string, runtime: string): string {
  let esbuild: Esbuild;
  try {
    esbuild = createRequire(join(folder, 'package.json'))('esbuild') as Esbuild;
  } catch (cause) {
    throw new Error(`${join(folder, file)} is TypeScript, which is bundled with esbuild: npm install --save-dev esbuild`, { cause });
  }
  const out = FileSystem.mkdtemp('function-');
  const isModule = extname(file) === '.mts';
  esbuild.buildSync({
    absWorkingDir: folder,
    entryPoints: [file],
    outfile: join(out, file.replace(/\.[^.]*$/, isModule ? '.mjs' : '.js')),
    bundle: true,
    platform: 'node',
    format: isModule ? 'esm' : 'cjs',
    target: runtime.replace(/^nodejs(\d+)\.x$/, 'node$1'),
    sourcemap: 'inline',
    sourcesContent: false,
    external: ['@aws-sdk/*', '@smithy/*'],
    logLevel: 'silent',
  });
  return out;
}

/** A target by what it is: a function, a queue, or anything that needs no right of its own. The CDK's own functions and queues have these members, too. */
export type RuleTarget =
  | { readonly functionArn: string }
  | { readonly queueArn: string; readonly queueUrl: string }
  | { readonly arn: string; readonly roleArn?: string };

export interface RuleOptions {
  /** The pattern as CloudFormation has it: `{ source: ['shop'], 'detail-type': ['Order'] }`. */
  readonly pattern: object;
  /** At most five. */
  readonly targets: readonly RuleTarget[];
  readonly description?: string;
  readonly enabled?: boolean;
}

/** An event bus. Its rules may invoke their functions and send to their queues: permissions and the policies of queues come with them. */
export class EventBus extends Construct {
  readonly eventBusName: string;
  readonly eventBusArn: string;
  readonly #queues = new Set<string>();

  /** By default its name comes from its place in the app. */
  constructor(scope: Construct, id: string, props: { readonly eventBusName?: string } = {}) {
    super(scope, id);
    const Name = props.eventBusName ?? Names.uniqueResourceName(this, { maxLength: 256, separator: '-' });
    const bus = new CfnResource(this, 'Bus', { type: 'AWS::Events::EventBus', properties: { Name } });
    this.eventBusName = bus.ref;
    this.eventBusArn = Token.asString(bus.getAtt('Arn'));
  }

  addRule(id: string, { pattern, targets, description, enabled = true }: RuleOptions): this {
    const rule = new CfnResource(this, id, {
      type: 'AWS::Events::Rule',
      properties: {
        EventBusName: this.eventBusName,
        Description: description,
        EventPattern: pattern,
        State: enabled ? 'ENABLED' : 'DISABLED',
        Targets: targets.map((target, i) => ({ Id: `Target${i}`, ...destinationOf(target) })),
      },
    });
    for (const [i, target] of targets.entries())
      if ('functionArn' in target) this.#permit(`${id}Permission${i}`, target.functionArn, Token.asString(rule.getAtt('Arn')));
      else if ('queueArn' in target) this.#open(target);
    return this;
  }

  #permit(id: string, FunctionName: string, SourceArn: string): void {
    const properties = { Action: 'lambda:InvokeFunction', FunctionName, Principal: 'events.amazonaws.com', SourceArn };
    new CfnResource(this, id, { type: 'AWS::Lambda::Permission', properties });
  }

  /** A queue has one policy only: it lets all rules of this bus send. */
  #open({ queueArn, queueUrl }: { readonly queueArn: string; readonly queueUrl: string }): void {
    if (this.#queues.has(queueArn)) return;
    this.#queues.add(queueArn);
    const rules = `arn:${Aws.PARTITION}:events:${Aws.REGION}:${Aws.ACCOUNT_ID}:rule/${this.eventBusName}/*`;
    const Statement = {
      Effect: 'Allow',
      Principal: { Service: 'events.amazonaws.com' },
      Action: 'sqs:SendMessage',
      Resource: queueArn,
      Condition: { ArnLike: { 'aws:SourceArn': rules } },
    };
    const properties = { Queues: [queueUrl], PolicyDocument: { Version: '2012-10-17', Statement: [Statement] } };
    new CfnResource(this, `QueuePolicy${this.#queues.size}`, { type: 'AWS::SQS::QueuePolicy', properties });
  }
}

function destinationOf(target: RuleTarget): { Arn: string; RoleArn?: string } {
  if ('functionArn' in target) return { Arn: target.functionArn };
  if ('queueArn' in target) return { Arn: target.queueArn };
  return target.roleArn === undefined ? { Arn: target.arn } : { Arn: target.arn, RoleArn: target.roleArn };
}
