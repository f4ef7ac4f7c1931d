// The answer of a function at the end of an invocation, and the error of a failed one. Texts: floci, which says what the cloud answered (2026-08).
import type { ErrorObject } from '#model/lambda';

export type Answer =
  | { readonly status: 'PENDING' }
  | { readonly status: 'SUCCEEDED'; readonly result: string | undefined }
  | { readonly status: 'FAILED'; readonly error: ErrorObject };

export const NOTHING_PENDING = invalid('Cannot return PENDING status with no pending operations.');

function invalid(ErrorMessage: string): Answer {
  return { status: 'FAILED', error: { ErrorType: 'InvalidParameterValueException', ErrorMessage } };
}

export function answerOf(body: Uint8Array): Answer {
  const { Status, Result, Error: error } = objectIn(body);
  switch (Status) {
    case 'PENDING':
      return { status: Status };
    case 'SUCCEEDED':
      if (isGiven(error)) return invalid('Cannot provide an Error for SUCCEEDED status.');
      return { status: Status, result: !isGiven(Result) ? undefined : typeof Result === 'string' ? Result : JSON.stringify(Result) };
    case 'FAILED':
      return isGiven(Result) ? invalid('Cannot provide a Result for FAILED status.') : { status: Status, error: errorOf(error) };
    default:
      return invalid('Invalid Status in invocation output.');
  }
}

/** The error of an invocation that ended in a function error, whose body has the form of function errors. */
export function failureOf(body: Uint8Array, errorType: string): ErrorObject {
  const { errorMessage, stackTrace } = objectIn(body);
  return {
    ErrorType: errorType,
    ...(typeof errorMessage === 'string' && { ErrorMessage: errorMessage }),
    ...(isTexts(stackTrace) && { StackTrace: stackTrace }),
  };
}

function errorOf(given: unknown): ErrorObject {
  const { ErrorMessage, ErrorType, ErrorData, StackTrace } = (isGiven(given) && typeof given === 'object' ? given : {}) as Record<
    string,
    unknown
  >;
  return {
    ...(typeof ErrorMessage === 'string' && { ErrorMessage }),
    ...(typeof ErrorType === 'string' && { ErrorType }),
    ...(typeof ErrorData === 'string' && { ErrorData }),
    ...(isTexts(StackTrace) && { StackTrace }),
  };
}

function objectIn(body: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === 'string');
