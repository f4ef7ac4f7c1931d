// GraphQL APIs as targets of rules (`arn:aws:appsync:REGION:ACCOUNT:endpoints/graphql-api/ID`): the rule has the operation, the payload is its variables.
// https://docs.aws.amazon.com/eventbridge/latest/userguide/target-appsync.html
import type { Ctx } from '#core/ctx';
import type { Delivery } from '#core/delivery/delivery';
import { sendTogether } from '#core/delivery/send-together';
import type { Target } from '#core/delivery/target';
import { Fault } from '#core/fault';
import { parseArn } from '#lib/arn';
import { readObject } from '#lib/json-object';
import type { ApiCaller } from '#services/appsync/authorize/caller';
import { providersOf } from '#services/appsync/authorize/credentials';
import { apis } from '#services/appsync/state';
import { answerQuery } from './answer-query.ts';
import { noteAnswer } from './note-answer.ts';

const send = async ({ targetArn, payload, parameters, as }: Delivery, ctx: Ctx): Promise<void> => {
  const startedMs = performance.now();
  const { account, region, resource = '' } = parseArn(targetArn) ?? {};
  const there = ctx.in({ account, region });
  const api = there.records(apis).get([resource.split('/').at(-1) ?? '']);
  if (!api) throw new Fault('ResourceNotFoundException', `The GraphQL API of ${targetArn} does not exist.`);
  const query = parameters?.graphqlOperation;
  if (query === undefined) throw new Fault('InvalidParameter', 'The target has no GraphQLOperation.');
  if (!providersOf(api).some(({ authenticationType }) => authenticationType === 'AWS_IAM'))
    throw new Fault('UnauthorizedException', `The API ${api.name} does not take signatures: AWS_IAM is none of its ways of authorization.`);
  const variables = readObject(payload);
  if (!variables) throw new Fault('InvalidParameter', 'The input of the target is no object: it holds the variables of the operation.');
  const role = 'role' in as ? as.role : '';
  const caller: ApiCaller = {
    mode: 'AWS_IAM',
    identity: { accountId: parseArn(role)?.account ?? account, userArn: role, username: role, sourceIp: [] },
    ...{ groups: [], deniedFields: new Set<string>(), defaultAction: 'ALLOW' },
  };
  const request = { headers: {}, domainName: null };
  const answer = await answerQuery({ api, query: { query, operationName: undefined, variables }, caller, request }, there);
  if ('refused' in answer) throw new Fault(answer.refused.type, answer.refused.message);
  noteAnswer({ api, name: answer.name, status: 200, reason: answer.reason, startedMs }, there);
};

export const target: Target = { send, sendAll: sendTogether(send) };
