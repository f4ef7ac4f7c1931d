// Options of the established emulator that no longer mean anything, each with what to do instead.

/** By the established name; the same holds for `FUNCTION_` in place of `LAMBDA_`. */
export const REMOVED_OPTIONS: ReadonlyMap<string, string> = new Map([
  ['LAMBDA_EXECUTOR', 'CONTAINER_RUNTIME chooses where functions run.'],
  ['LAMBDA_STAY_OPEN_MODE', 'environments stay warm anyway; FUNCTION_KEEPALIVE_MS says for how long.'],
  ['LAMBDA_REMOTE_DOCKER', 'whether the engine sees our files is found out.'],
  ['LAMBDA_CODE_EXTRACT_TIME', 'code is unpacked before the function is Active.'],
  ['LAMBDA_FALLBACK_URL', 'a function that does not exist answers ResourceNotFoundException.'],
  ['LAMBDA_FORWARD_URL', 'invocations are not forwarded.'],
  ['LAMBDA_CONTAINER_REGISTRY', 'use FUNCTION_RUNTIME_IMAGE_MAPPING.'],
  ['LAMBDA_XRAY_INIT', 'remove the variable.'],
  ['SYNCHRONOUS_SNS_EVENTS', 'deliveries are asynchronous, as in the cloud.'],
  ['SYNCHRONOUS_SQS_EVENTS', 'deliveries are asynchronous, as in the cloud.'],
  ['SYNCHRONOUS_API_GATEWAY_EVENTS', 'invocation types are honoured.'],
  ['SYNCHRONOUS_KINESIS_EVENTS', 'deliveries are asynchronous, as in the cloud.'],
  ['SYNCHRONOUS_DYNAMODB_EVENTS', 'deliveries are asynchronous, as in the cloud.'],
]);
