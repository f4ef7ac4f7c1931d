// The integrations with a form of their own: which operations they have, what they do to parameters and results, how they name errors.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { table } from '#lib/table';
import { machineArn, parseStatesArn } from '#services/states/arns';
import { isList, isObject, type Json, type JsonObject, memberOf } from '#services/states/language/json';
import { type AnswerForm, jsonForm, tableForm, topicForm, withMetadata } from './metadata.ts';
import { TaskFailure, type TaskRequest } from './task-request.ts';
import { callOptions } from './task-role.ts';

interface Optimised {
  readonly service: string;
  /** As causes name the service: `AmazonSQS`. */
  readonly product: string;
  /** Operations by the action's name in the resource. */
  readonly operations: Readonly<Record<string, string>>;
  readonly prepare?: (parameters: JsonObject, task: TaskRequest) => JsonObject;
  readonly errorName: (code: string) => string;
  /** The host of the request, where it leads to no service. */
  readonly strangeHost?: (parameters: JsonObject) => string | undefined;
  /** The HTTP answer, of which the result tells the facts; absent where it tells none. */
  readonly answerForm?: (answer: JsonObject, requestId: string) => AnswerForm;
  /** Refuses an answer that reports failures within. */
  readonly checkAnswer?: (answer: Json) => void;
}

/** Objects and lists as message bodies are sent as JSON text. */
const asText =
  (name: string) =>
  (parameters: JsonObject): JsonObject => {
    const value = memberOf(parameters, name);
    return value === undefined || typeof value === 'string' ? parameters : { ...parameters, [name]: JSON.stringify(value) };
  };

const DYNAMODB_MODELLED = new Set([
  'ResourceNotFoundException',
  'ConditionalCheckFailedException',
  'ProvisionedThroughputExceededException',
]);

export const OPTIMISED: Readonly<Record<string, Optimised>> = table({
  sqs: {
    ...{ service: 'sqs', product: 'AmazonSQS', operations: { sendMessage: 'SendMessage' }, answerForm: jsonForm },
    prepare: asText('MessageBody'),
    errorName: () => 'SQS.AmazonSQSException',
    strangeHost: hostWithoutQueue,
  },
  sns: {
    ...{ service: 'sns', product: 'AmazonSNS', operations: { publish: 'Publish' }, answerForm: topicForm },
    prepare: asText('Message'),
    errorName: (code) => `SNS.${code}`,
  },
  dynamodb: {
    ...{ service: 'dynamodb', product: 'AmazonDynamoDBv2', answerForm: tableForm },
    operations: { getItem: 'GetItem', putItem: 'PutItem', updateItem: 'UpdateItem', deleteItem: 'DeleteItem' },
    errorName: (code) => `DynamoDB.${DYNAMODB_MODELLED.has(code) ? code : 'AmazonDynamoDBException'}`,
  },
  events: {
    ...{ service: 'events', product: 'AmazonCloudWatchEvents', operations: { putEvents: 'PutEvents' } },
    prepare: prepareEntries,
    errorName: (code) => `EventBridge.${code}`,
    checkAnswer: checkEntries,
  },
});

/** The service calls the address of a queue itself: one without a path is that of a host, whose name nobody knows. */
function hostWithoutQueue(parameters: JsonObject): string | undefined {
  const url = memberOf(parameters, 'QueueUrl');
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { host, pathname } = new URL(url);
  return pathname === '/' && host !== '' ? host : undefined;
}

/** Details are sent as JSON text, and every event names the machine and the execution that sent it (recorded). */
function prepareEntries(parameters: JsonObject, { executionArn }: TaskRequest): JsonObject {
  const entries = memberOf(parameters, 'Entries');
  if (!isList(entries)) return parameters;
  const sender = parseStatesArn(executionArn)!;
  const senders = [machineArn(sender.names[0]!, sender), executionArn];
  const prepared = entries.map((entry) => {
    if (!isObject(entry)) return entry;
    const resources = memberOf(entry, 'Resources');
    return { ...asText('Detail')(entry), Resources: [...(isList(resources) ? resources : []), ...senders] };
  });
  return { ...parameters, Entries: prepared };
}

function checkEntries(answer: Json): void {
  const failed = isObject(answer) ? answer['FailedEntryCount'] : 0;
  if (failed !== 0) throw new TaskFailure('EventBridge.FailedEntry', JSON.stringify(answer));
}

/** @throws TaskFailure */
export async function callOptimised(optimised: Optimised, operation: string, task: TaskRequest, ctx: Ctx): Promise<Json> {
  const { service, prepare, answerForm, checkAnswer, strangeHost } = optimised;
  const given = isObject(task.parameters) ? task.parameters : {};
  const host = strangeHost?.(given);
  // The words are recorded.
  if (host !== undefined)
    throw new TaskFailure('SQS.SdkClientException', `Unable to execute HTTP request: ${host}: Name or service not known`);
  try {
    const request = ctx.readRequest(service, operation, prepare ? prepare(given, task) : given);
    if (!request) throw new TaskFailure('States.Runtime', `${service}:${operation} cannot be called here.`);
    const output = (await ctx.callNamed(service, operation, request.input, callOptions(task))) as object;
    const answer = ctx.writeAnswer(service, operation, output) as JsonObject;
    checkAnswer?.(answer);
    const form = answerForm?.(answer, task.requestId);
    return form ? withMetadata(answer, form, task.requestId, ctx.now()) : answer;
  } catch (error) {
    throw error instanceof Fault ? failureOf(error, optimised, task.requestId, ctx) : error;
  }
}

function failureOf(fault: Fault, { service, product, errorName }: Optimised, requestId: string, ctx: Ctx): TaskFailure {
  const { status, wireCode } = ctx.faultFacts(service, fault);
  const facts = `Service: ${product}; Status Code: ${status}; Error Code: ${wireCode}; Request ID: ${requestId}; Proxy: null`;
  return new TaskFailure(errorName(fault.code), `${fault.message} (${facts})`, fault.options.remedy);
}
