// Steps that the cases of the topic service share. Codes are those of the SDK's errors: on the wire they lack `Exception`.
import { localstack, type Step } from './case.ts';

export const test = (name: string): string => localstack(`sns/test_sns.py::${name}`);

export const create = (Attributes: Record<string, string> = {}): Step => ({
  call: 'sns.CreateTopic',
  input: { Name: Attributes['FifoTopic'] ? '{id}.fifo' : '{id}', Attributes },
  as: 'topic',
});

export const TopicArn = '{topic.TopicArn}';

/** A call that fails; the message follows `Invalid parameter: `. */
export const refused = (operation: string, input: object, message: string): Step => ({
  call: `sns.${operation}`,
  input: input as Record<string, unknown>,
  error: { code: 'InvalidParameterException', message: `Invalid parameter: ${message}`, status: 400 },
});

export const missing = (operation: string, input: object, message: string): Step => ({
  call: `sns.${operation}`,
  input: input as Record<string, unknown>,
  error: { code: 'NotFoundException', message, status: 404 },
});
