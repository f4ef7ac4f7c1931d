// A durable execution whose function waits for this process, so that requests about executions meet one that runs: generated inputs name its
// ARN, its token and its callback by placeholders.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceIR } from '#protocol/ir';
import { readGenerated } from '#protocol/models';
import { ROLE, zipOf } from '../conformance/lambda/fixture.ts';
import type { CapturedRequest } from '../support/captured.ts';
import { encodeInput } from './encode-input.ts';
import { DURABLE_FUNCTION, PLACEHOLDERS } from './placeholders.ts';
import { within } from './within.ts';

type Known = { readonly [name in keyof typeof PLACEHOLDERS]?: string | undefined };
/** How requests are sent; answers are texts. */
type Send = (request: CapturedRequest) => Promise<{ readonly text: string }>;

/** A changed function may never begin. */
const MAX_BEGIN_MS = 5_000;
const MAX_TRIES = 100;
const BETWEEN_TRIES_MS = 20;

export class DurableRun {
  #known: Known = {};
  readonly #waiting: ServerResponse[] = [];
  #begun: ((event: { DurableExecutionArn: string; CheckpointToken: string }) => void) | undefined;
  #isOver = false;
  readonly #server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (this.#isOver) return void response.end(FAILED);
      this.#waiting.push(response);
      this.#begun?.(JSON.parse(Buffer.concat(pieces).toString()));
    });
  });

  /** Begins another execution; the one before ends. */
  async begin(send: Send): Promise<void> {
    for (const response of this.#waiting.splice(0)) response.end(FAILED);
    const lambda = readGenerated('lambda.json') as ServiceIR;
    const call = (operation: string, input: object) => send(encodeInput(lambda, operation, input as never));
    if (!this.#server.listening) await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    const code = `exports.handler = async (event) => (await fetch('${url}', { method: 'POST', body: JSON.stringify(event) })).json();`;
    await call('CreateFunction', {
      ...{ FunctionName: DURABLE_FUNCTION, Role: ROLE, Runtime: 'nodejs20.x', Handler: 'index.handler', Timeout: 900 },
      ...{ Code: { ZipFile: Buffer.from(zipOf({ 'index.js': code })) }, DurableConfig: { ExecutionTimeout: 86_400 } },
    });
    const begun = new Promise<Known>((resolve) => {
      this.#begun = ({ DurableExecutionArn: arn, CheckpointToken: token }) => resolve({ arn, token });
    });
    const invoke = () =>
      call('Invoke', { FunctionName: `${DURABLE_FUNCTION}:$LATEST`, InvocationType: 'Event', Payload: Buffer.from('{}') });
    // A function is being made for a moment.
    for (let tries = 0; tries < MAX_TRIES && /following state: Pending/.test((await invoke()).text); tries++) await sleep(BETWEEN_TRIES_MS);
    const { arn, token } = await within(MAX_BEGIN_MS, begun, {} as Known);
    if (arn === undefined || token === undefined) return;
    const Updates = [{ Id: 'callback', Type: 'CALLBACK', Action: 'START' }];
    const { text } = await call('CheckpointDurableExecution', { DurableExecutionArn: arn, CheckpointToken: token, Updates });
    this.#known = { arn, ...knownIn(text) };
  }

  /** The request with what its placeholders stand for. */
  filled(request: CapturedRequest): CapturedRequest {
    let { path } = request;
    let text: string | undefined;
    for (const [name, placeholder] of Object.entries(PLACEHOLDERS)) {
      const value = this.#known[name as keyof Known];
      if (value === undefined) continue;
      path = path.replaceAll(placeholder, encodeURIComponent(value));
      if (request.body.includes(placeholder)) text = (text ?? request.body.toString()).replaceAll(placeholder, () => value);
    }
    return { ...request, path, body: text === undefined ? request.body : Buffer.from(text) };
  }

  /** Takes the next token and the callbacks out of an answer; false where the execution has ended. */
  sees({ name }: CapturedRequest, { status, text }: { readonly status: number; readonly text: string }): boolean {
    if (status !== 200) return true;
    if (/StopDurableExecution$/.test(name)) return false;
    if (!/CheckpointDurableExecution$/.test(name)) return true;
    const { token, callback = this.#known.callback } = knownIn(text);
    this.#known = { ...this.#known, token, callback };
    return token !== undefined;
  }

  /** Functions end, now and later. */
  end(): void {
    this.#isOver = true;
    for (const response of this.#waiting.splice(0)) response.end(FAILED);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const FAILED = '{"Status":"FAILED"}';

/** The next token and a callback, in the answer to a checkpoint. */
const knownIn = (text: string): Known => ({
  token: /"CheckpointToken":"([^"]+)"/.exec(text)?.[1],
  callback: /"CallbackId":"([^"]+)"/.exec(text)?.[1],
});
