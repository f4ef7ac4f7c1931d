// Tools of the contract suite: functions written into directories, environments made from them, invocations as text.

import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type {
  ContainerRuntime,
  Content,
  CreateOptions,
  Environment,
  EnvironmentSpec,
  Invocation,
  InvokeOutcome,
  InvokeReport,
  LogRecord,
} from '#containers/container-runtime';

export type Files = Readonly<Record<string, string>>;

interface Started {
  readonly environment: Environment;
  readonly log: LogRecord[];
}

export interface Answered {
  readonly outcome: InvokeOutcome;
  /** The body, parsed where it is JSON. */
  readonly body: unknown;
  readonly report: InvokeReport;
}

export interface Fixture {
  readonly runtime: ContainerRuntime;
  /** Uses the files as code or as a layer. */
  content(files: Files): Content;
  start(runtime: string, handler: string, files: Files, more?: Partial<EnvironmentSpec>, options?: CreateOptions): Promise<Started>;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

function writeFiles(parent: string, files: Files): Content {
  mkdirSync(parent, { recursive: true });
  const dir = mkdtempSync(join(parent, 'code-'));
  // In a container another user reads it.
  chmodSync(dir, 0o755);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text, { mode: 0o755 });
  }
  return { sha256: dir, sizeBytes: 1, localDir: dir };
}

let lastRequest = 0;
let lastEnvironment = 0;
export const nextRequestId = () => `00000000-0000-4000-8000-${String(++lastRequest).padStart(12, '0')}`;

export async function invoke(
  environment: Environment,
  payload: unknown = {},
  more: Partial<Pick<Invocation, 'clientContext' | 'tenantId' | 'deadlineMs'>> = {},
): Promise<Answered> {
  const handle = environment.invoke({
    requestId: nextRequestId(),
    payload: Buffer.from(JSON.stringify(payload)),
    invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:contract',
    traceId: 'Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700;Parent=9a9197af755a6419;Sampled=1',
    ...more,
  });
  const outcome = await handle.response;
  const report = await handle.done;
  return { outcome, body: parse(Buffer.from(outcome.body).toString()), report };
}

/** Invokes what never answers, and is ended after that time. */
export const overstay = (environment: Environment, payload: unknown, afterMs = 300): Promise<Answered> =>
  invoke(environment, payload, { deadlineMs: Date.now() + afterMs });

/** `marker` is in the variables of every process that the suite starts. */
export function createFixture(runtime: ContainerRuntime, workDir: string, marker: string): Fixture {
  return {
    runtime,
    content: (files) => writeFiles(workDir, files),
    async start(identifier, handler, files, more = {}, options = {}) {
      const log: LogRecord[] = [];
      const environment = await runtime.createEnvironment(
        {
          id: `000000000000-contract-${process.pid}-${++lastEnvironment}`,
          function: { packageType: 'Zip', runtime: identifier, architecture: process.arch === 'arm64' ? 'arm64' : 'x86_64' },
          functionName: 'contract',
          functionVersion: '$LATEST',
          accountId: '000000000000',
          handler,
          code: writeFiles(workDir, files),
          layers: [],
          // Nothing that is to succeed takes so long; a call that is to be ended has a deadline of its own.
          timeoutMs: 60_000,
          memoryMb: 256,
          logFormat: 'Text',
          labels: {},
          onLog: (record) => log.push(record),
          ...more,
          env: { AWS_LAMBDA_FUNCTION_NAME: 'contract', AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256', CONTRACT_MARKER: marker, ...more.env },
        },
        options,
      );
      return { environment, log };
    },
  };
}
