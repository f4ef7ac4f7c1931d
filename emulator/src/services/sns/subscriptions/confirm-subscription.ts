// ConfirmSubscription: by a client, or by a visit to the URL of the confirmation message.
import { operation } from '#model/sns';
import { parseTopicArn } from '#services/sns/arns';
import { invalid, invalidParameter } from '#services/sns/faults';
import { subscriptions, tokens } from '#services/sns/state';
import { TOKEN_VALID_MS } from './confirmations.ts';
import { putSubscription } from './find-subscription.ts';

const TOKEN = /^[0-9a-f]+$/;

export const ConfirmSubscription = operation('ConfirmSubscription', ({ TopicArn, Token, AuthenticateOnUnsubscribe = '' }, ctx) => {
  const address = parseTopicArn(TopicArn);
  // A visit to the URL is not signed, so only the ARN says which region it means.
  const isVisit = ctx.principal.kind === 'anonymous';
  if (!address || (address.region !== ctx.region && !isVisit)) throw invalidParameter('Topic');
  if (!TOKEN.test(Token)) throw invalid('Invalid token');
  const there = ctx.in({ account: address.account, region: address.region });
  const token = there.records(tokens).get([Token]);
  // The token alone says which topic is meant, whatever the name in the ARN.
  const known = token && there.records(subscriptions).get([token.topic, token.id]);
  const found = known ?? token?.removed;
  if (!token || !found || ctx.now() > token.createdMs + TOKEN_VALID_MS) throw invalidParameter('Token');
  if (found.isPending || !known) {
    const isAuthenticated = ctx.principal.kind === 'key';
    const needsSignature = isAuthenticated && /^true$/i.test(AuthenticateOnUnsubscribe);
    there.write((tx) => putSubscription(tx, { ...found, isPending: false, isAuthenticated, needsSignature }, there));
  }
  return { SubscriptionArn: found.arn };
});
