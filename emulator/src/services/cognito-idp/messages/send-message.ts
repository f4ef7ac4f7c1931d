// Sends messages to users: the pool's function may write the text, and another may send it. Everything that is sent is kept, to be read by tests and people.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { CODE_SENT } from '#services/cognito-idp/messages';
import { messages, type Pool, type SentMessage, type User } from '#services/cognito-idp/state';
import { runTrigger, triggerArn } from '#services/cognito-idp/triggers/run-trigger';
import { toldAttributes } from '#services/cognito-idp/triggers/user-attributes';
import { type Destination, mediumOf } from './addresses.ts';
import { encryptedCode } from './encrypted-code.ts';
import { CODE, filled, type Reason, type Texts, textsOf, USERNAME } from './texts.ts';

/** Messages of a pool that are kept. */
const KEPT = 1000;

export interface Outgoing {
  readonly reason: Reason;
  readonly user: Frozen<User>;
  readonly destination: Destination;
  /** The code, or a temporary password. */
  readonly code: string;
  /** Undefined where an administrator acts. */
  readonly clientId: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

const NO_CLIENT = 'CLIENT_ID_NOT_APPLICABLE';

export async function sendMessage(outgoing: Outgoing, pool: Frozen<Pool>, ctx: Ctx): Promise<void> {
  const { destination, user, code } = outgoing;
  const medium = mediumOf(destination);
  const kind = medium === 'EMAIL' ? 'CustomEmailSender' : 'CustomSMSSender';
  if (triggerArn(kind, pool) !== undefined) return sendByFunction(kind, outgoing, pool, ctx);
  const texts = await customized(outgoing, pool, ctx);
  const parts = { code, username: user.username, link: linkTo(outgoing, pool, ctx) };
  const text = filled(medium === 'EMAIL' ? texts.email : texts.sms, parts);
  keep(outgoing, { ...(medium === 'EMAIL' && { subject: filled(texts.subject, parts) }), text }, pool, ctx);
}

function keep(outgoing: Outgoing, content: Pick<SentMessage, 'subject' | 'text'>, { id }: Frozen<Pool>, ctx: Ctx): void {
  const { reason, user, destination, code } = outgoing;
  const medium = mediumOf(destination);
  // A temporary password is no code: only the message itself has it.
  const shown = reason === 'AdminCreateUser' ? undefined : code;
  const records = ctx.records(messages);
  ctx.write((tx) => {
    const [last] = records.keys([id], { reverse: true, limit: 1 });
    const number = (last?.[1] ?? 0) + 1;
    tx.put(records, [id, number], {
      atMs: ctx.now(),
      username: user.username,
      medium,
      to: destination.to,
      reason,
      ...content,
      code: shown,
    });
    if (number > KEPT) tx.delete(records, [id, number - KEPT]);
  });
  ctx.log.write(CODE_SENT, { medium, to: destination.to, reason, code: shown });
}

/** The texts of the pool, or those of its function. */
async function customized({ reason, user, clientId, metadata }: Outgoing, pool: Frozen<Pool>, ctx: Ctx): Promise<Texts> {
  const texts = textsOf(reason, pool);
  const response = await runTrigger(
    'CustomMessage',
    {
      source: reason,
      username: user.username,
      clientId: clientId ?? NO_CLIENT,
      request: {
        userAttributes: toldAttributes(user),
        codeParameter: CODE,
        linkParameter: '{##Click Here##}',
        usernameParameter: reason === 'AdminCreateUser' ? USERNAME : null,
        ...(metadata && { clientMetadata: metadata }),
      },
      response: { smsMessage: null, emailMessage: null, emailSubject: null },
    },
    pool,
    ctx,
  );
  const own = (name: string, usual: string): string =>
    typeof response?.[name] === 'string' && response[name] !== '' ? response[name] : usual;
  return { sms: own('smsMessage', texts.sms), email: own('emailMessage', texts.email), subject: own('emailSubject', texts.subject) };
}

/** Where `{##Text##}` leads: the page of the pool's domain that confirms a user. */
function linkTo({ user, code, clientId = '' }: Outgoing, pool: Frozen<Pool>, ctx: Ctx): string {
  const query = new URLSearchParams({ client_id: clientId, user_name: user.username, confirmation_code: code });
  const origin =
    pool.domain === undefined
      ? `${ctx.origin}/_aws/cognito-idp`
      : ctx.localUrl(`https://${pool.domain}.auth.${ctx.region}.amazoncognito.com`);
  return `${pool.customDomain === undefined ? origin : `https://${pool.customDomain}`}/confirmUser?${query.toString()}`;
}

async function sendByFunction(
  kind: 'CustomEmailSender' | 'CustomSMSSender',
  outgoing: Outgoing,
  pool: Frozen<Pool>,
  ctx: Ctx,
): Promise<void> {
  const { reason, user, code, clientId, metadata } = outgoing;
  const type = kind === 'CustomEmailSender' ? 'customEmailSenderRequestV1' : 'customSMSSenderRequestV1';
  const request = {
    type,
    code: await encryptedCode(code, pool, clientId ?? NO_CLIENT, ctx),
    clientMetadata: metadata ?? null,
    userAttributes: toldAttributes(user),
  };
  await runTrigger(kind, { source: reason, username: user.username, clientId: clientId ?? NO_CLIENT, request, response: {} }, pool, ctx);
}
