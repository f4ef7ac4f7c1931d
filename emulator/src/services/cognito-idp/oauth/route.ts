// The endpoints of OAuth and OpenID Connect, and the pages of the login, below the domain of a pool.
// https://docs.aws.amazon.com/cognito/latest/developerguide/federation-endpoints.html
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Route, RouteRequest, RouteResponse } from '#core/route';
import { confirmSignUp } from '#services/cognito-idp/account/sign-up';
import { users } from '#services/cognito-idp/state';
import { answerConfirm, answerForgotPassword, answerSignUp } from './account-pages.ts';
import { escaped, json, page, redirect, withParameters } from './answers.ts';
import { type Authorization, authorize, readAuthorization, redirectUriOf } from './authorization.ts';
import { forgetRemembered, rememberedUser } from './cookies.ts';
import { answerReturn, leadOut, providerOf } from './external-login.ts';
import { type ClientPlace, clientAt, offeredBy, type PoolPlace, placeOf } from './locate.ts';
import { answerLogin, loginPage, type PageRequest } from './login.ts';
import { answerRevoke, answerToken, formOf } from './token.ts';
import { answerUserInfo } from './user-info.ts';

export const oauthRoute: Route = async (request, ctx) => {
  const place = placeOf(request, ctx);
  if (!place) return json(404, { message: `No user pool has the domain ${request.host}.` });
  if (request.method === 'OPTIONS') return preflight(request);
  switch (place.path) {
    case '/oauth2/token':
      return answerToken(request, place);
    case '/oauth2/revoke':
      return answerRevoke(request, place);
    case '/oauth2/userInfo':
      return answerUserInfo(request, place, ctx);
    case '/oauth2/idpresponse':
      return answerReturn(request, place, ctx);
    case '/logout':
      return answerLogout(request, place);
    case '/error':
      return page(400, 'Something went wrong', `<p class="error">${escaped(request.query.get('error') ?? 'invalid_request')}</p>`);
    case '/confirmUser':
      if (request.query.has('confirmation_code')) return answerLink(request, place, ctx);
      return answerPage(request, place);
    default:
      return answerPage(request, place);
  }
};

/** Programs in pages of any origin may exchange codes: nothing here goes by cookies that another page could use. */
const preflight = ({ headers }: RouteRequest): RouteResponse => ({
  status: 204,
  headers: {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    'access-control-max-age': '600',
  },
});

const PAGES = new Set(['/oauth2/authorize', '/login', '/signup', '/confirmUser', '/forgotPassword']);

/** Requests of browsers: an address that the client has not registered ends here, all other errors go back to it. */
async function answerPage(request: RouteRequest, place: PoolPlace): Promise<RouteResponse> {
  if (!PAGES.has(place.path)) return json(404, { message: 'Not Found' });
  const { query } = request;
  const clientId = query.get('client_id');
  const located = clientAt(clientId, place);
  const failed = (error: string) => redirect(withParameters(`${place.base}/error`, { error, client_id: clientId ?? undefined }));
  if (!located) return failed('invalid_request');
  const redirectUri = redirectUriOf(query.get('redirect_uri'), located);
  if (redirectUri === undefined) return failed('redirect_mismatch');
  const authorization = readAuthorization(query, redirectUri, located);
  if ('refused' in authorization) return authorization.refused;
  const asked: PageRequest = { request, authorization, query: query.toString() };
  if (place.path === '/oauth2/authorize') return answerAuthorize(asked, located);
  // A client without the pool itself as a provider lets nobody in, or sign up, by a password.
  if (!offeredBy(located).includes('COGNITO')) return loginPage(asked);
  const form = request.method === 'POST' ? ((await formOf(request)) ?? new URLSearchParams()) : undefined;
  switch (place.path) {
    case '/signup':
      return answerSignUp(asked, form);
    case '/confirmUser':
      return answerConfirm(asked, form);
    case '/forgotPassword':
      return answerForgotPassword(asked, form);
    default:
      return answerLogin(asked, form);
  }
}

/** A user who has signed in within the hour need not do so again. */
async function answerAuthorize(asked: PageRequest, place: ClientPlace): Promise<RouteResponse> {
  const { request, authorization, query } = asked;
  const { there, pool, base } = place;
  const provider = providerOf(asked);
  if (provider === 'none') return refusedBy(authorization, 'invalid_request');
  const remembered = authorization.prompt.includes('login') ? undefined : rememberedUser(request, place);
  const user = remembered && there.records(users).get([pool.id, remembered.userKey]);
  if (user?.enabled) {
    const answer = await authorize(authorization, user, remembered!.authMs, []);
    await there.committed();
    return answer;
  }
  if (authorization.prompt.includes('none')) return refusedBy(authorization, 'login_required');
  if (provider) return leadOut(asked, provider);
  return redirect(`${base}/login?${query}`);
}

const refusedBy = ({ redirectUri, state, responseType }: Authorization, error: string): RouteResponse =>
  redirect(withParameters(redirectUri, { error, state }, responseType === 'token'));

/** The link of a message that confirms a sign-up. */
async function answerLink({ query }: RouteRequest, place: PoolPlace, ctx: Ctx): Promise<RouteResponse> {
  const located = clientAt(query.get('client_id'), place);
  if (!located) return page(400, 'Something went wrong', '<p class="error">The client does not exist.</p>');
  try {
    await confirmSignUp(query.get('user_name') ?? '', query.get('confirmation_code') ?? '', false, undefined, located);
    await ctx.committed();
    return page(200, 'Your registration has been confirmed!', '<p>You can sign in now.</p>');
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return page(400, 'Something went wrong', `<p class="error">${escaped(error.message)}</p>`);
  }
}

/** Forgets the user, and leads to a registered address: out, or to sign in again. */
async function answerLogout(request: RouteRequest, place: PoolPlace): Promise<RouteResponse> {
  const { query } = request;
  const clientId = query.get('client_id');
  const located = clientAt(clientId, place);
  const failed = () => redirect(withParameters(`${place.base}/error`, { error: 'redirect_mismatch', client_id: clientId ?? undefined }));
  if (!located) return failed();
  const out = query.get('logout_uri');
  const again = query.get('redirect_uri');
  const isOut = out !== null && located.client.settings.LogoutURLs?.includes(out) === true;
  if (!isOut && (again === null || redirectUriOf(again, located) === undefined)) return failed();
  const cookie = forgetRemembered(request, located);
  await located.there.committed();
  return redirect(isOut ? out : `${located.base}/login?${query.toString()}`, [cookie]);
}
