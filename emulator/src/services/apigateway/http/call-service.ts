// Integrations with services: the parameters of the integration make one request to an operation, in the role of the integration.
import type { RouteResponse } from '#core/route';
import { withinTime } from '#core/time/within-time';
import { table } from '#lib/table';
import type { EndpointFailure } from '#services/apigateway/calls/request-endpoint';
import type { MappedExchange } from './exchange.ts';
import { mappedValue } from './mapping.ts';
import { SUBTYPES, type Subtype } from './subtypes.ts';

const TIMEOUT_MS = 30_000;
/** Target headers by service: all speak JSON. */
const TARGETS: Readonly<Record<string, string>> = table({
  events: 'AWSEvents',
  sqs: 'AmazonSQS',
  kinesis: 'Kinesis_20131202',
  states: 'AWSStepFunctions',
});
const NUMBERS = /^(?:DelaySeconds|MaxNumberOfMessages|VisibilityTimeout|WaitTimeSeconds)$/;
const STRUCTURES = /^(?:Resources|MessageAttributes|MessageSystemAttributes|AttributeNames|MessageAttributeNames)$/;

export async function callService(exchange: MappedExchange): Promise<RouteResponse | EndpointFailure> {
  const { integration, ctx } = exchange;
  const subtype = SUBTYPES[integration.IntegrationSubtype ?? ''];
  const target = subtype && TARGETS[subtype.service];
  if (!subtype || target === undefined)
    return { failed: `the service of ${integration.IntegrationSubtype} is not emulated`, isTimeout: false };
  const body = Buffer.from(exchange.sent).toString();
  const mapped = Object.entries(integration.RequestParameters ?? {}).map(([name, expression]): [string, string | undefined] => [
    name,
    mappedValue(expression, { exchange, body }),
  ]);
  const given = Object.fromEntries(mapped.filter((entry): entry is [string, string] => entry[1] !== undefined));
  const region = given['Region'] ?? ctx.region;
  const request = {
    ...{ method: 'POST', path: '/', rawQuery: '' },
    headers: {
      host: `${subtype.service}.${region}.amazonaws.com`,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `${target}.${subtype.operation}`,
    },
    body: Buffer.from(JSON.stringify(documentOf(subtype, given))),
  };
  const asked = ctx.ask(request, { withRole: integration.CredentialsArn, region });
  const answer = await withinTime(asked, integration.TimeoutInMillis ?? TIMEOUT_MS, ctx);
  if (answer === 'timeout') return { failed: 'the service did not answer in time', isTimeout: true };
  if (!answer) return { failed: `the service ${subtype.service} is not emulated`, isTimeout: false };
  return { status: answer.status, headers: { 'content-type': 'application/json' }, body: answer.body };
}

function documentOf({ service, operation }: Subtype, { Region: _, ...given }: Readonly<Record<string, string>>): object {
  const values = Object.fromEntries(Object.entries(given).map(([name, text]) => [name, parameterOf(name, text)]));
  if (operation === 'PutEvents') return { Entries: [values] };
  if (service === 'kinesis') return { ...values, Data: Buffer.from(given['Data'] ?? '').toString('base64') };
  if (service !== 'states') return values;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name[0]!.toLowerCase() + name.slice(1), value]));
}

function parameterOf(name: string, text: string): unknown {
  if (NUMBERS.test(name) && /^\d+$/.test(text)) return Number(text);
  if (!STRUCTURES.test(name)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text.split(',');
  }
}
