// The facts of a request that results of the older integrations end with.
import type { Json, JsonObject } from '#services/states/language/json';

/** The result with `SdkHttpMetadata` and `SdkResponseMetadata`, as recorded of answers in JSON. */
export function withMetadata(result: Json, requestId: string, nowMs: number, contentType = 'application/x-amz-json-1.0'): JsonObject {
  const length = String(Buffer.byteLength(JSON.stringify(result)));
  const headers = {
    'Content-Length': length,
    'Content-Type': contentType,
    Date: new Date(nowMs).toUTCString(),
    'x-amzn-RequestId': requestId,
  };
  const allHeaders = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  return {
    ...(result as JsonObject),
    SdkHttpMetadata: { AllHttpHeaders: allHeaders, HttpHeaders: headers, HttpStatusCode: 200 },
    SdkResponseMetadata: { RequestId: requestId },
  };
}
