// A stack of sixty resources created, changed in one place and deleted, beside the same resources made, changed and deleted by direct calls,
// both inside one process.

import type { Ctx } from '#core/ctx';
import { service } from '#core/service';
import { startEmulator } from '#main';
import { SERVICES } from '#service-list';
import { inlineArchive } from '#services/lambda/resources/inline-archive';
import type { BenchRow } from './row.ts';

const FUNCTIONS = 20;
const OTHERS = 10;
const ROUNDS = 7;
const PATH = '/_cloud/bench/';
const RUNTIME = 'nodejs20.x';
const CODE = 'exports.handler = async () => ({});';
const TRUST = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
};
const PATTERN = { source: ['bench'] };

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Twenty functions; ten roles, rules, permissions and log groups. */
function template(memoryMb: number): string {
  const Resources: Record<string, object> = {};
  for (const n of numbers(FUNCTIONS))
    Resources[`Function${n}`] = {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Runtime: RUNTIME,
        Handler: 'index.handler',
        Code: { ZipFile: CODE },
        Role: { 'Fn::GetAtt': [`Role${n % OTHERS}`, 'Arn'] },
        MemorySize: n === 0 ? memoryMb : 128,
      },
    };
  for (const n of numbers(OTHERS)) {
    Resources[`Role${n}`] = { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: TRUST } };
    Resources[`Rule${n}`] = {
      Type: 'AWS::Events::Rule',
      Properties: { EventPattern: PATTERN, Targets: [{ Id: 'f', Arn: { 'Fn::GetAtt': [`Function${n}`, 'Arn'] } }] },
    };
    Resources[`Permission${n}`] = {
      Type: 'AWS::Lambda::Permission',
      Properties: {
        FunctionName: { Ref: `Function${n}` },
        Action: 'lambda:InvokeFunction',
        Principal: 'events.amazonaws.com',
        SourceArn: { 'Fn::GetAtt': [`Rule${n}`, 'Arn'] },
      },
    };
    Resources[`Logs${n}`] = {
      Type: 'AWS::Logs::LogGroup',
      Properties: { LogGroupName: { 'Fn::Sub': `/aws/lambda/\${Function${n}}` }, RetentionInDays: 7 },
    };
  }
  return JSON.stringify({ Resources });
}

/** The same by hand: what must be called, as much at once as can be. */
class Direct {
  readonly ctx: Ctx;
  readonly name: string;
  constructor(ctx: Ctx, name: string) {
    this.ctx = ctx;
    this.name = name;
  }
  async create(): Promise<void> {
    const { ctx, name } = this;
    const roles = await Promise.all(
      numbers(OTHERS).map((n) =>
        ctx.call('iam', 'CreateRole', { RoleName: `${name}-${n}`, AssumeRolePolicyDocument: JSON.stringify(TRUST) }),
      ),
    );
    await Promise.all(
      numbers(FUNCTIONS).map(async (n) => {
        const FunctionName = `${name}-${n}`;
        const { FunctionArn = '' } = await ctx.call('lambda', 'CreateFunction', {
          FunctionName,
          Runtime: RUNTIME,
          Handler: 'index.handler',
          Role: roles[n % OTHERS]!.Role!.Arn,
          Code: { ZipFile: inlineArchive(CODE, RUNTIME) },
          MemorySize: 128,
        });
        if (n < OTHERS) await this.#connect(FunctionName, FunctionArn);
      }),
    );
  }
  async #connect(name: string, functionArn: string): Promise<void> {
    const { ctx } = this;
    const { RuleArn } = await ctx.call('events', 'PutRule', { Name: name, EventPattern: JSON.stringify(PATTERN) });
    await ctx.call('events', 'PutTargets', { Rule: name, Targets: [{ Id: 'f', Arn: functionArn }] });
    const grant = { StatementId: 'events', Action: 'lambda:InvokeFunction', Principal: 'events.amazonaws.com', SourceArn: RuleArn };
    await ctx.call('lambda', 'AddPermission', { FunctionName: name, ...grant });
    await ctx.call('logs', 'CreateLogGroup', { logGroupName: `/aws/lambda/${name}` });
    await ctx.call('logs', 'PutRetentionPolicy', { logGroupName: `/aws/lambda/${name}`, retentionInDays: 7 });
  }
  async update(): Promise<void> {
    await this.ctx.call('lambda', 'UpdateFunctionConfiguration', { FunctionName: `${this.name}-0`, MemorySize: 256 });
  }
  async delete(): Promise<void> {
    const { ctx, name } = this;
    const remove = async (n: number) => {
      const FunctionName = `${name}-${n}`;
      if (n < OTHERS) {
        await ctx.call('logs', 'DeleteLogGroup', { logGroupName: `/aws/lambda/${FunctionName}` });
        await ctx.call('lambda', 'RemovePermission', { FunctionName, StatementId: 'events' });
        await ctx.call('events', 'RemoveTargets', { Rule: FunctionName, Ids: ['f'] });
        await ctx.call('events', 'DeleteRule', { Name: FunctionName });
      }
      await ctx.call('lambda', 'DeleteFunction', { FunctionName });
      if (n < OTHERS) await ctx.call('iam', 'DeleteRole', { RoleName: FunctionName });
    };
    await Promise.all(numbers(FUNCTIONS).map(remove));
  }
}

class Stack {
  readonly ctx: Ctx;
  readonly name: string;
  readonly idle: () => Promise<void>;
  constructor(ctx: Ctx, name: string, idle: () => Promise<void>) {
    this.ctx = ctx;
    this.name = name;
    this.idle = idle;
  }
  async create(): Promise<void> {
    const { StackId = '' } = await this.ctx.call('cloudformation', 'CreateStack', {
      StackName: this.name,
      TemplateBody: template(128),
      Capabilities: ['CAPABILITY_IAM'],
    });
    await this.#ended(StackId, 'CREATE_COMPLETE');
  }
  async update(): Promise<void> {
    const { StackId = '' } = await this.ctx.call('cloudformation', 'UpdateStack', {
      StackName: this.name,
      TemplateBody: template(256),
      Capabilities: ['CAPABILITY_IAM'],
    });
    await this.#ended(StackId, 'UPDATE_COMPLETE');
  }
  async delete(): Promise<void> {
    const { Stacks } = await this.ctx.call('cloudformation', 'DescribeStacks', { StackName: this.name });
    await this.ctx.call('cloudformation', 'DeleteStack', { StackName: this.name });
    await this.#ended(Stacks![0]!.StackId!, 'DELETE_COMPLETE');
  }
  async #ended(StackName: string, status: string): Promise<void> {
    const look = async () => (await this.ctx.call('cloudformation', 'DescribeStacks', { StackName })).Stacks![0]!;
    let stack = await look();
    if (stack.StackStatus.endsWith('_IN_PROGRESS')) {
      await this.idle();
      stack = await look();
    }
    if (stack.StackStatus !== status) throw new Error(`the stack is ${stack.StackStatus}: ${stack.StackStatusReason}`);
  }
}

type Step = 'create' | 'update' | 'delete';
const STEPS: readonly Step[] = ['create', 'update', 'delete'];
/** On an idle machine with two cores. */
const MAX_WAIT_MS: Readonly<Record<Step, number>> = { create: 1500, update: 150, delete: 1000 };

/** Other work on the machine only adds. */
const best = (values: readonly number[]): number => Math.min(...values);

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** An emulator in this process, and a context in it to make calls with. */
async function open() {
  let found: Ctx | undefined;
  const bench = service('bench', {
    resourceMembers: [],
    operations: [],
    routes: {
      [PATH]: {
        audience: 'clients',
        effect: 'changes',
        load: async () => ({
          route: (_request, ctx) => {
            found = ctx.detached();
            return { status: 204 };
          },
        }),
      },
    },
  });
  (SERVICES as (typeof bench)[]).push(bench);
  const emulator = await startEmulator({ port: 0, environment: {}, log: false, options: { FUNCTION_SYNCHRONOUS_CREATE: true } as object });
  await fetch(`${emulator.url}${PATH}`);
  return { emulator, ctx: found! };
}

export async function stackBench(): Promise<BenchRow[]> {
  const { emulator, ctx } = await open();
  const times: Record<Step, { stack: number[]; direct: number[] }> = {
    create: { stack: [], direct: [] },
    update: { stack: [], direct: [] },
    delete: { stack: [], direct: [] },
  };
  try {
    for (const round of numbers(ROUNDS + 1)) {
      const pair = { direct: new Direct(ctx, `direct-${round}`), stack: new Stack(ctx, `stack-${round}`, () => emulator.idle()) };
      for (const step of STEPS)
        for (const kind of ['direct', 'stack'] as const) {
          const ms = await timed(() => pair[kind][step]());
          await emulator.idle();
          if (round > 0) times[step][kind].push(ms);
        }
    }
  } finally {
    await emulator.stop();
  }
  return STEPS.map((step) => row(step, best(times[step].stack), best(times[step].direct)));
}

/** Direct calls are over in a moment; a stack reads its template, looks at every resource and writes its events. So the time is what has a limit. */
function row(step: Step, stackMs: number, directMs: number): BenchRow {
  const what = `a stack of 60 resources, ${step}${step === 'update' ? ' with one change' : ''}`;
  const floor = `direct calls ${directMs.toFixed(1)} ms, ${(stackMs / directMs).toFixed(1)} times`;
  return { what, figure: `${stackMs.toFixed(1)} ms`, ratio: stackMs, limit: MAX_WAIT_MS[step], floor };
}
