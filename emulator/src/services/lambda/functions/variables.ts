// Rules for a function's own environment variables. Pure.
import { invalidParameter } from '#services/lambda/faults';

/** Limit: bytes of all environment variables of a function. */
const MAX_BYTES = 4096;

/** The service sets these variables itself. A function may change others that the service sets (TZ, LANG, PATH …). */
const RESERVED = new Set([
  '_HANDLER',
  '_X_AMZN_TRACE_ID',
  'AWS_DEFAULT_REGION',
  'AWS_REGION',
  'AWS_EXECUTION_ENV',
  'AWS_LAMBDA_FUNCTION_NAME',
  'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
  'AWS_LAMBDA_FUNCTION_VERSION',
  'AWS_LAMBDA_INITIALIZATION_TYPE',
  'AWS_LAMBDA_LOG_GROUP_NAME',
  'AWS_LAMBDA_LOG_STREAM_NAME',
  'AWS_ACCESS_KEY',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_LAMBDA_RUNTIME_API',
  'AWS_LAMBDA_METADATA_API',
  'AWS_LAMBDA_METADATA_TOKEN',
  'LAMBDA_TASK_ROOT',
  'LAMBDA_RUNTIME_DIR',
]);

/** @throws Fault in the words of the service */
export function checkVariables(variables: Readonly<Record<string, string>>): void {
  const reserved = Object.keys(variables).filter((name) => RESERVED.has(name));
  if (reserved.length > 0)
    throw invalidParameter(
      `Lambda was unable to configure your environment variables because the environment variables you have provided contains reserved keys that are currently not supported for modification. Reserved keys used in this request: ${reserved.join(', ')}`,
    );
  const text = JSON.stringify(variables);
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw invalidParameter(
      `Lambda was unable to configure your environment variables because the environment variables you have provided exceeded the 4KB limit. String measured: ${text}`,
    );
}
