// The shape of a problem in answers of `/_emulator/problems` and `/_emulator/traces/:id`.
import { flag, list, number, object, text } from './route.ts';

const CONSEQUENCE = object(
  {
    atMs: number('The time, in milliseconds since 1970.'),
    code: text('Code of the message, or of the refusal.'),
    text: text('What followed, in one sentence.'),
    resource: text('ARN, or kind and name.'),
    target: text('ARN of the other resource that it concerns.'),
  },
  ['resource', 'target'],
);

export const PROBLEM = object(
  {
    number: number('Grows with each problem of this emulator.'),
    atMs: number('The time of its last occurrence, in milliseconds since 1970.'),
    trace: text('The id of the request from which it followed.'),
    requestId: text('The id in the log lines of what failed.'),
    what: text('What failed: `call`, `delivery`, or a kind of run (`function`, `request`, `execution`, …).'),
    code: text('Code of the message (`FUNCTION_FAILED`), or of the refusal (`AccessDenied`).'),
    cause: text('The root cause in one sentence.'),
    lines: list(text('A line.'), 'Where it happened: the first lines of a stack.'),
    resource: text('What failed: ARN, or kind and name. Of a delivery: its sender.'),
    target: text('ARN of the other resource that it concerns: the target of a delivery, a dead-letter queue.'),
    remedy: text('The command that mends it.'),
    logGroup: text('The log group that has more.'),
    recovered: flag('Whether a later attempt succeeded.'),
    count: number('How often it happened in this request.'),
    consequences: list(CONSEQUENCE, 'What followed, in order.'),
    sentBy: list(
      text('The id of a request.'),
      'Earlier requests that sent what failed here: the message of a queue, the record of a stream.',
    ),
  },
  ['requestId', 'resource', 'target', 'remedy', 'logGroup'],
);
