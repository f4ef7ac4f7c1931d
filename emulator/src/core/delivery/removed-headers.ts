/**
 * Headers that senders drop from the parameters of a rule's or a pipe's target, lower case.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-api-destinations.html, "Headers in requests to API destinations"
 */
export const REMOVED_HEADERS: ReadonlySet<string> = new Set(
  (
    'a-im accept-charset accept-datetime accept-encoding cache-control connection content-encoding content-length content-md5 date expect ' +
    'forwarded from host http2-settings if-match if-modified-since if-none-match if-range if-unmodified-since max-forwards origin pragma ' +
    'proxy-authorization range referer te trailer transfer-encoding user-agent upgrade via warning'
  ).split(' '),
);
