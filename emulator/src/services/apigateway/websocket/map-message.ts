// Makes the request to an integration that is no proxy: the template that the selection names, parameters by mappings.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-data-transformations.html
import type { Frozen } from '#core/records';
import { toValue, type Value, type ValueMap } from '#lib/vtl/values';
import type { Integration } from '#model/apigatewayv2';
import type { MappingTemplate } from '#services/apigateway/calls/function-payload';
import { withVariables } from '#services/apigateway/calls/stage-variables';
import { evaluateMapping, type MappingSources } from '#services/apigateway/rest/mappings';
import { InputVariable } from '#services/apigateway/variables/input-variable';
import { UTIL } from '#services/apigateway/variables/util-variable';
import type { RouteEvent } from './events.ts';
import type { MappedRequest, Pair } from './mapped-request.ts';
import { integrationRefusal, type MatchedRun } from './route-call.ts';
import { type Selected, selectValue } from './select-value.ts';
import { socketProgramOf } from './socket-program.ts';

type Templates = Readonly<Record<string, string>> | undefined;

const DEFAULT = '$default';
const TARGET = /^integration\.request\.(header|querystring|path)\.(.+)$/;
const PARAMETER = /\{([\w.-]+)\}/g;

/** A run whose event is made. */
export type MappingRun = MatchedRun & { readonly event: RouteEvent };

/** @throws TemplateError, or a refusal where no template is for the message */
export function mapMessage(integration: Frozen<Integration>, call: MappingRun): MappedRequest {
  const { stage } = call.session.parts;
  const template = templateFor(integration.RequestTemplates, integration.TemplateSelectionExpression, 'request', call.body);
  const hasTemplates = Object.keys(integration.RequestTemplates ?? {}).length > 0;
  const isRefused =
    integration.PassthroughBehavior === 'NEVER' || (integration.PassthroughBehavior === 'WHEN_NO_TEMPLATES' && hasTemplates);
  if (template === undefined && isRefused)
    throw integrationRefusal({ failed: 'no template of the integration is for this message, and it passes none through' });
  const { header, querystring, path } = parametersOf(integration, call);
  const given = Object.fromEntries(path);
  const uri = withVariables(integration.IntegrationUri ?? '', stage.variables).replace(PARAMETER, (all, name: string) =>
    Object.hasOwn(given, name) ? encodeURIComponent(given[name]!) : all,
  );
  const body = template === undefined ? call.body : renderFor(template.source, call.body, call);
  return { integration, uri, headers: header, query: querystring, body, template: template?.name };
}

/** The template that the expression selects, else that of `$default`. */
export function templateFor(
  templates: Templates,
  expression: string | undefined,
  from: Selected,
  body: string,
): MappingTemplate | undefined {
  if (templates === undefined) return undefined;
  const key = selectValue(expression ?? DEFAULT, from, body) ?? DEFAULT;
  const name = [key, DEFAULT].find((each) => Object.hasOwn(templates, each));
  return name === undefined ? undefined : { name, source: templates[name]! };
}

/** `body`: what `$input` reads. @throws TemplateError */
export function renderFor(template: string, body: string, call: MappingRun): string {
  const { ctx, api, deployment, stage } = call.session.parts;
  const { headers = {}, queryStringParameters = {} } = call.event;
  const variables = new Map<string, Value>([
    ['input', new InputVariable(body, { path: {}, querystring: queryStringParameters, header: headers })],
    ['util', UTIL],
    ['context', contextOf(call)],
    ['stageVariables', toValue(stage.variables)],
  ]);
  return socketProgramOf(api.id, deployment, ctx).template(template)(variables);
}

const contextOf = ({ event }: MappingRun): ValueMap => toValue(event.requestContext) as ValueMap;

function parametersOf({ RequestParameters: parameters = {} }: Frozen<Integration>, call: MappingRun) {
  const { stage, request } = call.session.parts;
  const headers: Pair[] = [];
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) headers.push([request.rawHeaders[at]!, request.rawHeaders[at + 1]!]);
  const sources: MappingSources = {
    path: {},
    query: [...request.query],
    headers,
    body: call.body,
    context: contextOf(call),
    stageVariables: stage.variables,
  };
  const mapped: Record<'header' | 'querystring' | 'path', Pair[]> = { header: [], querystring: [], path: [] };
  for (const [target, expression] of Object.entries(parameters)) {
    const [, kind, name] = TARGET.exec(target) ?? [];
    const value = evaluateMapping(expression.replace(/^route\.request\./, 'method.request.'), sources);
    if (name === undefined || value === undefined) continue;
    for (const each of typeof value === 'string' ? [value] : value) mapped[kind as keyof typeof mapped].push([name, each]);
  }
  return mapped;
}
