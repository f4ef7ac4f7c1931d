// HTTP of user pools outside the cloud's API: documents for verifiers, OAuth, and the pages of the login.
import type { Route } from '#core/route';
import { requestName } from '#core/traces/http-run';
import { oauthRoute } from './oauth/route.ts';
import { isWellKnown, wellKnown } from './well-known.ts';

export const route: Route = async (request, ctx) => {
  const startedMs = performance.now();
  const { method, path, host } = request;
  const answer = await (isWellKnown(path) ? wellKnown(request, ctx) : oauthRoute(request, ctx));
  ctx.noteRun({ what: 'request', resource: `user pool at ${host}`, name: requestName(method, path, answer.status), startedMs });
  return answer;
};
