// The emulator's own endpoints that everybody may ask, functions and requests on behalf of others included: they change nothing, and reveal nothing
// about others. All the others are closed to them.

const OWN = /^\/_(?:emulator|localstack)/i;
const OPEN: readonly string[] = [
  '/_emulator/health',
  '/_emulator/authority',
  '/_emulator/issuer/.well-known/openid-configuration',
  '/_emulator/issuer/.well-known/jwks.json',
];
const MAX_DECODINGS = 3;

/** Whether the endpoint may be asked by everybody. */
export const isOpenEndpoint = (method: string, path: string): boolean => /^(?:GET|HEAD)$/.test(method) && OPEN.includes(path);

/**
 * Whether a URL's path leads to an endpoint that is closed to others, at this emulator or at another one. Proxies on the way may decode it and
 * leave out repeated slashes, so it is read as they would.
 */
export function isClosedPath(method: string, path: string): boolean {
  return OWN.test(plain(path)) && !isOpenEndpoint(method, path);
}

function plain(path: string): string {
  let text = path;
  for (let times = 0; times < MAX_DECODINGS && text.includes('%'); times++) text = text.replace(/%([0-7][0-9a-f])/gi, decoded);
  const { pathname } = new URL(`http://host/${text.replace(/[/\\]+/g, '/').replace(/^\//, '')}`);
  return pathname;
}

const decoded = (_: string, digits: string): string => String.fromCharCode(Number.parseInt(digits, 16));
