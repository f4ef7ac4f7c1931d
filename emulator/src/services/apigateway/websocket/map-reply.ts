// Makes the answer of a route from that of an integration that is no proxy: the integration response that its selection names, and its template.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-integration-responses.html
import type { Frozen } from '#core/records';
import { RegexSyntaxError } from '#lib/regex/regex';
import type { IntegrationResponse } from '#model/apigatewayv2';
import { renderFor, templateFor } from './map-message.ts';
import { type CalledRun, type IntegrationAnswer, integrationRefusal } from './route-call.ts';
import { selectValue } from './select-value.ts';
import { type SocketProgram, socketProgramOf } from './socket-program.ts';

const DEFAULT = '$default';
const PATTERN = /^\/(.*)\/$/s;

/** Without integration responses, the answer passes through. @throws TemplateError, or a refusal where no integration response is for the answer */
export function mapReply(call: CalledRun): IntegrationAnswer {
  const { integration, received } = call;
  const { status, body } = received;
  const { ctx, api, deployment } = call.session.parts;
  const responses = deployment.snapshot.integrationResponses.filter(({ integrationId }) => integrationId === integration.IntegrationId);
  if (responses.length === 0) return received;
  const expression = integration.IntegrationResponseSelectionExpression ?? DEFAULT;
  const selected = selectValue(expression, 'integration.response', body, status) ?? DEFAULT;
  const response = responseFor(selected, responses, socketProgramOf(api.id, deployment, ctx));
  if (!response) throw integrationRefusal({ failed: `no integration response is for ${JSON.stringify(selected)}, and none for $default` });
  const template = templateFor(response.ResponseTemplates, response.TemplateSelectionExpression, 'integration.response', body);
  return { status, headers: {}, body: template === undefined ? body : renderFor(template.source, body, call) };
}

/** Keys between slashes are patterns. */
function responseFor(
  selected: string,
  responses: readonly Frozen<IntegrationResponse>[],
  program: SocketProgram,
): Frozen<IntegrationResponse> | undefined {
  const fits = ({ IntegrationResponseKey: key }: Frozen<IntegrationResponse>): boolean => {
    const pattern = PATTERN.exec(key)?.[1];
    if (pattern === undefined) return key === selected;
    try {
      return program.regex(pattern).test(selected);
    } catch (error) {
      if (error instanceof RegexSyntaxError) return false;
      throw error;
    }
  };
  return responses.find(fits) ?? responses.find(({ IntegrationResponseKey: key }) => key === DEFAULT);
}
