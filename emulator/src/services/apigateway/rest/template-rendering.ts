// Renders mapping templates of requests and answers, with their variables.
import { finalStatus } from '#lib/http-message';
import { lazy } from '#lib/lazy';
import { own } from '#lib/table';
import { textOf } from '#lib/vtl/print';
import { Rendering } from '#lib/vtl/rendering';
import { TemplateError } from '#lib/vtl/template-error';
import { toValue, type Value } from '#lib/vtl/values';
import type { MappingTemplate } from '#services/apigateway/calls/function-payload';
import { InputVariable, type Parameters } from '#services/apigateway/variables/input-variable';
import { UTIL } from '#services/apigateway/variables/util-variable';
import type { Exchange } from './exchange.ts';
import { internalError } from './gateway-error.ts';
import { headerValues, queryValues } from './rest-request.ts';

/** @throws GatewayError 500 where the template fails; the log says why */
export function render(source: string, body: string, exchange: Exchange): string {
  const variables = new Map<string, Value>([
    ['input', new InputVariable(body, parametersOf(exchange))],
    ['util', UTIL],
    ['stageVariables', toValue(exchange.stage.variables)],
  ]);
  if (source.includes('context')) variables.set('context', exchange.context);
  try {
    return exchange.program.template(source)(variables);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    exchange.log.write(`Execution failed due to configuration error: Unable to transform request: ${error.message}`);
    throw internalError(`the mapping template failed: ${error.message}`);
  }
}

/** Read only by templates that ask for them. */
function parametersOf({ request, matched }: Exchange): Parameters {
  const query = lazy(() => queryValues(request.rawQuery).single);
  const headers = lazy(() => headerValues(request.headers).single);
  return {
    path: matched?.pathParameters ?? {},
    get querystring() {
      return query();
    },
    get header() {
      return headers();
    },
  };
}

/** `$context.requestOverride.header` and its like, as texts. */
export function overridesOf(
  exchange: Exchange,
  direction: 'requestOverride' | 'responseOverride',
  kind: string,
): (readonly [string, string])[] {
  const group = exchange.madeContext?.get(direction);
  const members = group instanceof Map ? group.get(kind) : undefined;
  if (!(members instanceof Map)) return [];
  const budget = new Rendering(new Map());
  return [...members].map(([name, value]) => [name, textOf(value, budget)] as const);
}

/** The status that a template set; undefined for none, and for what is no status. */
export function statusOverride({ madeContext }: Exchange): number | undefined {
  const group = madeContext?.get('responseOverride');
  const value = group instanceof Map ? group.get('status') : undefined;
  return value === undefined || value === null ? undefined : finalStatus(textOf(value, new Rendering(new Map())));
}

/** The template for a content type, `$default` else. */
export function templateFor(
  templates: Readonly<Record<string, string>> | undefined,
  contentType: string | undefined,
): MappingTemplate | undefined {
  const type = (contentType ?? 'application/json').split(';', 1)[0]!.trim().toLowerCase();
  for (const [name, source] of Object.entries(templates ?? {})) if (name.toLowerCase() === type) return { name, source };
  const source = own(templates, '$default');
  return source === undefined ? undefined : { name: '$default', source };
}
