// Plays a recorded case against an endpoint with a client of its own, which knows the services by their models, and tells how the answers differ.
import { durationMs } from '#lib/duration';
import type { ClientCall, HttpCall, RecordedCase, Step } from '#lib/recorded/case';
import { differences } from '#lib/recorded/compare';
import { filled, type KnownValues } from '#lib/recorded/filled';
import { plain } from '#lib/recorded/plain';
import { type ClientAnswer, type Outcome, readAnswer } from '#protocol/client/read-answer';
import { type ClientRequest, writeRequest } from '#protocol/client/write-request';
import type { Models } from '#protocol/models';

export interface Player {
  readonly url: string;
  readonly models: Models;
  readonly region: string;
  /** The time at the endpoint. */
  readonly now: () => number;
  /** Lets the time of a case pass at the endpoint. */
  readonly pass: (ms: number) => Promise<void>;
}

interface Stage extends Player {
  readonly account: string;
  readonly known: Record<string, unknown>;
}

/** Seconds for which a call is repeated that its program repeated. */
const MAX_REPEATS = 60;
const REPEAT_MS = 1000;

/** The case runs in an account of its own. The differences, each with its call. */
export async function playCase({ steps }: RecordedCase, account: string, id: string, player: Player): Promise<string[]> {
  const known = { account, id, endpoint: player.url, now: player.now() };
  const stage: Stage = { ...player, account, known };
  const found: string[] = [];
  for (const step of steps) found.push(...(await take(step, stage)));
  return found;
}

async function take(step: Step, stage: Stage): Promise<string[]> {
  if ('wait' in step) {
    await stage.pass(durationMs(step.wait));
    return [];
  }
  if ('socket' in step) return [`${step.socket}: WebSocket steps are played by the tests of the emulator alone`];
  const name = 'http' in step ? step.http : step.call;
  const found = 'http' in step ? await request(step, stage) : await repeated(step, stage);
  return found.map((each) => `${name}: ${each}`);
}

async function repeated(step: ClientCall, stage: Stage): Promise<string[]> {
  for (let left = step.eventually ? MAX_REPEATS : 0; ; left--) {
    const found = await call(step, stage);
    if (found.length === 0 || left === 0) return found;
    await stage.pass(REPEAT_MS);
  }
}

async function call(step: ClientCall, { models, known, ...stage }: Stage): Promise<string[]> {
  const [service = '', operation = ''] = step.call.split('.');
  const { ir } = models.service(service);
  if (!models.service(service).hasOperation(operation)) return [`the models have no operation ${step.call}`];
  const sent = writeRequest(ir, operation, filled(step.input ?? {}, known) as KnownValues);
  const key = step.by === 'anonymous' ? undefined : (step.by ?? stage.account);
  const answer = await send(stage.url, sent, key === undefined ? {} : signer(key, step.region ?? stage.region, ir.signingName));
  const outcome = readAnswer(ir, operation, ir.protocol, answer);
  if (step.as && 'output' in outcome) known[step.as] = outcome.output;
  return differencesOf(step, outcome, known);
}

function differencesOf({ answer, contains, error }: ClientCall, outcome: Outcome, known: KnownValues): string[] {
  if ('output' in outcome) {
    if (error) return [`answered, recorded ${error.code}`];
    const output = plain(outcome.output);
    if (answer !== undefined) return differences(filled(answer, known), output, 'whole');
    return contains === undefined ? [] : differences(filled(contains, known), output, 'part');
  }
  const { code, message, status, members } = outcome.error;
  if (!error) return [`fails: ${code}: ${message ?? ''}`];
  return [
    ...differences(error.code, code, 'whole', 'the error'),
    ...(error.message === undefined ? [] : differences(filled(error.message, known), message ?? '', 'whole', 'the message')),
    ...(error.status === undefined ? [] : differences(error.status, status, 'whole', 'the status')),
    ...differences(filled(error.contains ?? {}, known), plain(members), 'part', 'the error'),
  ];
}

async function request(step: HttpCall, { url, region, account, known }: Stage): Promise<string[]> {
  const [method = '', path = ''] = (filled(step.http, known) as string).split(/ (.*)/);
  const given = filled(step.headers ?? {}, known) as Record<string, string>;
  const headers = { ...(step.unsigned ? {} : signer(account, region, step.service)), ...given };
  const answer = await send(url, { method, path, headers, body: step.body === undefined ? '' : String(filled(step.body, known)) }, {});
  const body = Buffer.from(answer.body).toString();
  if (step.as) known[step.as] = { body, headers: answer.headers };
  return [
    ...differences(step.status, answer.status, 'whole', 'the status'),
    ...differences(filled(step.answerHeaders ?? {}, known), answer.headers, 'part', 'header'),
    ...(step.answerBody === undefined ? [] : differences(filled(step.answerBody, known), body, 'whole', 'the body')),
  ];
}

/** Names the caller; the emulator takes the account from the key. */
const signer = (key: string, region: string, service: string): Readonly<Record<string, string>> => ({
  authorization: `AWS4-HMAC-SHA256 Credential=${key}/20260101/${region}/${service}/aws4_request, SignedHeaders=host, Signature=0`,
});

async function send(url: string, sent: ClientRequest, more: Readonly<Record<string, string>>): Promise<ClientAnswer> {
  const { method, path, headers, body } = sent;
  const hasBody = body.length > 0 && method !== 'GET' && method !== 'HEAD';
  const init = {
    method,
    headers: { ...headers, ...more },
    ...(hasBody && { body: body as Uint8Array<ArrayBuffer> }),
    redirect: 'manual' as const,
  };
  const answer = await fetch(`${url}${path}`, init);
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: new Uint8Array(await answer.arrayBuffer()) };
}
