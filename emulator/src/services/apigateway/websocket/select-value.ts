// Selection expressions of WebSocket APIs: `$request.body.action`, `${integration.response.statuscode}`, with text around them, or a text alone.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-selection-expressions.html

/** `request` selects from messages, `integration.response` from answers of integrations. */
export type Selected = 'request' | 'integration.response';

const BODY = {
  request: /\$\{?request\.body\.([\w.[\]-]+)\}?/g,
  'integration.response': /\$\{?integration\.response\.body\.([\w.[\]-]+)\}?/g,
};
const STATUS = /\$\{?integration\.response\.statuscode\}?/g;

/** Undefined where the body is no JSON or lacks the value. */
export function selectValue(expression: string, from: Selected, body: string, status?: number): string | undefined {
  const known = expression.replace(/^\\/, '').replace(STATUS, () => String(status ?? ''));
  if (known.search(BODY[from]) < 0) return known;
  let document: unknown;
  try {
    document = JSON.parse(body);
  } catch {
    return undefined;
  }
  let isMissing = false;
  const selected = known.replace(BODY[from], (_, path: string) => {
    const value = path
      .split(/[.[\]]+/)
      .filter(Boolean)
      .reduce<unknown>(
        (at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined),
        document,
      );
    if (value === undefined || typeof value === 'object') isMissing = true;
    return String(value);
  });
  return isMissing ? undefined : selected;
}
