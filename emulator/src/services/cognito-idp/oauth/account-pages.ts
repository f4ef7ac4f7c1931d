// The pages on which users sign up, confirm it, and set a new password.
import { Fault } from '#core/fault';
import type { RouteResponse } from '#core/route';
import { confirmForgotPassword, forgotPassword } from '#services/cognito-idp/account/forgot-password';
import { confirmSignUp, signUp } from '#services/cognito-idp/account/sign-up';
import type { LocatedClient } from '#services/cognito-idp/clients/find-client';
import { csrfOf, isOwnForm } from './cookies.ts';
import { type Field, type Form, formPage } from './forms.ts';
import { expiredForm, loginPage, type PageRequest } from './login.ts';

type Draft = Omit<Form, 'action' | 'hidden'> & { readonly hidden?: Readonly<Record<string, string>> };

function show(asked: PageRequest, path: string, draft: Draft): RouteResponse {
  const { request, authorization, query } = asked;
  const { token, cookies } = csrfOf(request, authorization.place);
  const form = { ...draft, action: `${authorization.place.base}${path}?${query}`, hidden: { _csrf: token, ...draft.hidden } };
  return formPage(form, authorization.redirectUri, cookies);
}

const locatedOf = ({ authorization: { place } }: PageRequest): LocatedClient => ({
  pool: place.pool,
  client: place.client,
  there: place.there,
});
const isOurs = (asked: PageRequest, form: URLSearchParams): boolean => isOwnForm(form, asked.request, asked.authorization.place);

/** The words of a refusal; anything else is a fault of ours. */
function wordsOf(error: unknown): string {
  if (error instanceof Fault) return error.message;
  throw error;
}

const PASSWORD: Field = { name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password' };

export async function answerSignUp(asked: PageRequest, form: URLSearchParams | undefined): Promise<RouteResponse> {
  const { pool } = asked.authorization.place;
  const usernames = pool.settings.UsernameAttributes ?? [];
  const required = pool.schema.filter(({ Required, Name = '' }) => Required && Name !== 'sub').map(({ Name = '' }) => Name);
  const names = [...new Set([...(pool.settings.AutoVerifiedAttributes ?? []), ...required])].filter((name) => !usernames.includes(name));
  const draft = (error?: string): Draft => ({
    title: 'Sign up',
    button: 'Sign up',
    error,
    fields: [
      {
        name: 'username',
        label: usernames.length > 0 ? usernames.join(' or ') : 'Username',
        value: form?.get('username') ?? '',
        autocomplete: 'username',
      },
      ...names.map((name): Field => ({ name: `attribute.${name}`, label: name, value: form?.get(`attribute.${name}`) ?? '' })),
      PASSWORD,
    ],
  });
  if (!form) return show(asked, '/signup', draft());
  if (!isOurs(asked, form)) return expiredForm();
  const Username = form.get('username') ?? '';
  const UserAttributes = names.flatMap((Name) => (form.get(`attribute.${Name}`) ? [{ Name, Value: form.get(`attribute.${Name}`)! }] : []));
  try {
    const input = { ClientId: asked.authorization.place.client.id, Username, Password: form.get('password') ?? '', UserAttributes };
    const { UserConfirmed, CodeDeliveryDetails } = await signUp(input, locatedOf(asked));
    await asked.authorization.place.there.committed();
    if (UserConfirmed) return loginPage(asked, undefined, Username, 'Your account is ready: sign in.');
    return CodeDeliveryDetails
      ? confirmPage(asked, Username)
      : loginPage(asked, undefined, Username, 'An administrator will confirm your account.');
  } catch (error) {
    return show(asked, '/signup', draft(wordsOf(error)));
  }
}

const confirmPage = (asked: PageRequest, username: string, error?: string): RouteResponse =>
  show(asked, '/confirmUser', {
    title: 'Confirm your account',
    button: 'Confirm',
    error,
    hidden: { username },
    note: 'Enter the code that you have been sent.',
    fields: [{ name: 'code', label: 'Code', autocomplete: 'one-time-code' }],
  });

export async function answerConfirm(asked: PageRequest, form: URLSearchParams | undefined): Promise<RouteResponse> {
  if (!form) return confirmPage(asked, '');
  if (!isOurs(asked, form)) return expiredForm();
  const username = form.get('username') ?? '';
  try {
    await confirmSignUp(username, form.get('code') ?? '', false, undefined, locatedOf(asked));
    await asked.authorization.place.there.committed();
    return loginPage(asked, undefined, username, 'Your account is confirmed: sign in.');
  } catch (error) {
    return confirmPage(asked, username, wordsOf(error));
  }
}

export async function answerForgotPassword(asked: PageRequest, form: URLSearchParams | undefined): Promise<RouteResponse> {
  const first = (error?: string): Draft => ({
    title: 'Forgot your password?',
    button: 'Send a code',
    error,
    fields: [{ name: 'username', label: 'Username', autocomplete: 'username' }],
  });
  if (!form) return show(asked, '/forgotPassword', first());
  if (!isOurs(asked, form)) return expiredForm();
  const username = form.get('username') ?? '';
  const second = (error?: string): Draft => ({
    title: 'Set a new password',
    button: 'Change the password',
    error,
    hidden: { username },
    note: 'Enter the code that you have been sent.',
    fields: [
      { name: 'code', label: 'Code', autocomplete: 'one-time-code' },
      { ...PASSWORD, label: 'New password' },
    ],
  });
  const code = form.get('code');
  try {
    if (code === null) {
      await forgotPassword(username, undefined, locatedOf(asked));
      return show(asked, '/forgotPassword', second());
    }
    await confirmForgotPassword(username, code, form.get('password') ?? '', undefined, locatedOf(asked));
    await asked.authorization.place.there.committed();
    return loginPage(asked, undefined, username, 'Your password is changed: sign in.');
  } catch (error) {
    return show(asked, '/forgotPassword', code === null ? first(wordsOf(error)) : second(wordsOf(error)));
  }
}
