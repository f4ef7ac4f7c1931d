// The pages on which users sign in: the password, then whatever challenges the machine of sign-ins asks for.
import { Fault } from '#core/fault';
import type { RouteRequest, RouteResponse } from '#core/route';
import { table } from '#lib/table';
import { initiate } from '#services/cognito-idp/sign-in/initiate';
import { respond } from '#services/cognito-idp/sign-in/respond';
import type { Attempt, Challenge, Step } from '#services/cognito-idp/sign-in/step';
import { keyOf } from '#services/cognito-idp/users/find-user';
import { page } from './answers.ts';
import { type Authorization, authorize } from './authorization.ts';
import { csrfOf, isOwnForm, rememberUser } from './cookies.ts';
import { type Field, formPage, linksOf } from './forms.ts';
import { offeredBy } from './locate.ts';

export interface PageRequest {
  readonly request: RouteRequest;
  readonly authorization: Authorization;
  /** The parameters of the authorization, as they came. */
  readonly query: string;
}

export const expiredForm = (): RouteResponse =>
  page(403, 'The form has expired', '<p>Go back, load the page again, and try once more.</p>');

const attemptOf = ({ authorization: { place } }: PageRequest): Attempt => ({ pool: place.pool, client: place.client, there: place.there });

export function loginPage(asked: PageRequest, error?: string, username = '', note?: string): RouteResponse {
  const { request, authorization, query } = asked;
  const { base, pool } = authorization.place;
  const { token, cookies } = csrfOf(request, authorization.place);
  const signUp = pool.settings.AdminCreateUserConfig?.AllowAdminCreateUserOnly ? [] : [{ to: `${base}/signup?${query}`, text: 'Sign up' }];
  const providers = offeredBy(authorization.place)
    .filter((name) => name !== 'COGNITO')
    .map((name) => ({ to: `${base}/oauth2/authorize?${withProvider(query, name)}`, text: `Sign in with ${name}` }));
  if (!offeredBy(authorization.place).includes('COGNITO')) return page(200, 'Sign in', linksOf(providers), [], cookies);
  return formPage(
    {
      title: 'Sign in',
      action: `${base}/login?${query}`,
      button: 'Sign in',
      hidden: { _csrf: token },
      error,
      note,
      fields: [
        { name: 'username', label: 'Username', value: username, autocomplete: 'username' },
        { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
      ],
      links: [{ to: `${base}/forgotPassword?${query}`, text: 'Forgot your password?' }, ...signUp, ...providers],
    },
    authorization.redirectUri,
    cookies,
  );
}

function withProvider(query: string, name: string): string {
  const parameters = new URLSearchParams(query);
  parameters.set('identity_provider', name);
  return parameters.toString();
}

export async function answerLogin(asked: PageRequest, form: URLSearchParams | undefined): Promise<RouteResponse> {
  if (!form) return loginPage(asked);
  if (!isOwnForm(form, asked.request, asked.authorization.place)) return expiredForm();
  const challenge = form.get('challenge');
  return challenge === null ? byPassword(asked, form) : byAnswer(asked, form, challenge);
}

async function byPassword(asked: PageRequest, form: URLSearchParams): Promise<RouteResponse> {
  const username = form.get('username') ?? '';
  // The page is the pool's own: it needs no secret of the client.
  const attempt = withoutSecret(attemptOf(asked));
  try {
    const step = await initiate('USER_PASSWORD_AUTH', { USERNAME: username, PASSWORD: form.get('password') ?? '' }, attempt);
    return await answered(step, asked);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.code === 'UserNotConfirmedException') return confirmHint(asked, username);
    return loginPage(asked, error.code === 'UserNotFoundException' ? 'Incorrect username or password.' : error.message, username);
  }
}

const withoutSecret = (attempt: Attempt): Attempt => ({ ...attempt, client: { ...attempt.client, secrets: [] } });

function confirmHint(asked: PageRequest, username: string): RouteResponse {
  const { request, authorization, query } = asked;
  const { token, cookies } = csrfOf(request, authorization.place);
  return formPage(
    {
      title: 'Confirm your account',
      action: `${authorization.place.base}/confirmUser?${query}`,
      button: 'Confirm',
      hidden: { _csrf: token, username },
      note: 'Your account is not confirmed yet: enter the code that you have been sent.',
      fields: [{ name: 'code', label: 'Code', autocomplete: 'one-time-code' }],
    },
    authorization.redirectUri,
    cookies,
  );
}

/** Fields of the form for a challenge, and the members of its answer. */
const CHALLENGES: Readonly<Record<string, { readonly title: string; readonly member: string; readonly field: Field }>> = table({
  NEW_PASSWORD_REQUIRED: {
    title: 'Change your password',
    member: 'NEW_PASSWORD',
    field: { name: 'answer', label: 'New password', type: 'password', autocomplete: 'new-password' },
  },
  SMS_MFA: {
    title: 'Enter the code',
    member: 'SMS_MFA_CODE',
    field: { name: 'answer', label: 'Code of the text message', autocomplete: 'one-time-code' },
  },
  EMAIL_OTP: {
    title: 'Enter the code',
    member: 'EMAIL_OTP_CODE',
    field: { name: 'answer', label: 'Code of the email', autocomplete: 'one-time-code' },
  },
  SOFTWARE_TOKEN_MFA: {
    title: 'Enter the code',
    member: 'SOFTWARE_TOKEN_MFA_CODE',
    field: { name: 'answer', label: 'Code of your authenticator app', autocomplete: 'one-time-code' },
  },
  SELECT_MFA_TYPE: {
    title: 'Choose a factor',
    member: 'ANSWER',
    field: { name: 'answer', label: 'SMS_MFA, EMAIL_OTP or SOFTWARE_TOKEN_MFA' },
  },
});

function challengePage(
  asked: PageRequest,
  name: string,
  session: string,
  username: string,
  missing: readonly string[],
  error?: string,
): RouteResponse {
  const { request, authorization, query } = asked;
  const known = CHALLENGES[name];
  if (!known) return page(400, 'Not possible here', `<p>This sign-in asks for ${name}, for which there is no page.</p>`);
  const { token, cookies } = csrfOf(request, authorization.place);
  return formPage(
    {
      title: known.title,
      action: `${authorization.place.base}/login?${query}`,
      button: 'Go on',
      hidden: { _csrf: token, challenge: name, session, username, missing: missing.join(' ') },
      error,
      fields: [known.field, ...missing.map((attribute): Field => ({ name: `attribute.${attribute}`, label: attribute }))],
    },
    authorization.redirectUri,
    cookies,
  );
}

async function byAnswer(asked: PageRequest, form: URLSearchParams, name: string): Promise<RouteResponse> {
  const known = CHALLENGES[name];
  const [session, username] = [form.get('session') ?? '', form.get('username') ?? ''];
  if (!known) return expiredForm();
  const attributes = [...form].flatMap(([field, value]) =>
    field.startsWith('attribute.') ? [[`userAttributes.${field.slice('attribute.'.length)}`, value]] : [],
  );
  try {
    const responses = {
      USERNAME: username,
      [known.member]: form.get('answer') ?? '',
      ...(Object.fromEntries(attributes) as Record<string, string>),
    };
    return await answered(await respond(name, responses, session, withoutSecret(attemptOf(asked))), asked);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.message.startsWith('Invalid session')) return loginPage(asked, 'Your session has expired: sign in again.', username);
    return challengePage(asked, name, session, username, (form.get('missing') ?? '').split(' ').filter(Boolean), error.message);
  }
}

async function answered(step: Step, asked: PageRequest): Promise<RouteResponse> {
  const { authorization } = asked;
  const { place } = authorization;
  if (step.kind === 'challenge')
    return challengePage(asked, step.name, step.session ?? '', step.parameters['USER_ID_FOR_SRP'] ?? '', missingIn(step));
  const cookie = rememberUser(keyOf(step.user.username, place.pool), place);
  const answer = await authorize(authorization, step.user, place.there.now(), [cookie]);
  await place.there.committed();
  return answer;
}

/** Required attributes that the user lacks. */
function missingIn({ parameters }: Challenge): string[] {
  const named = JSON.parse(parameters['requiredAttributes'] ?? '[]') as string[];
  return named.map((name) => name.replace('userAttributes.', ''));
}
