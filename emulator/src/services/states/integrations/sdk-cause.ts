// The text with which a failed call of an operation is told: that of the SDK that the service itself calls with.

/** Storage answers a second id with every request (measured: https://github.com/floci-io/floci/issues/2670, August 2026). */
export function sdkCause(message: string, sdkId: string, status: number, requestId: string): string {
  const extended = sdkId === 'S3' ? `, Extended Request ID: ${Buffer.from(requestId).toString('base64')}` : '';
  return `${message} (Service: ${sdkId}, Status Code: ${status}, Request ID: ${requestId}${extended})`;
}
