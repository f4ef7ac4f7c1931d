// Paths of the emulator's own endpoints, and those among them that whoever is not trusted with the rest may ask: they change nothing, and reveal
// nothing about others.

const OWN = /^\/_(?:emulator|localstack)/;
const OPEN: readonly string[] = [
  '/_emulator/health',
  '/_emulator/authority',
  '/_emulator/issuer/.well-known/openid-configuration',
  '/_emulator/issuer/.well-known/jwks.json',
];

/** `path` may have a query behind it. */
export function isClosedPath(path: string): boolean {
  return OWN.test(path) && !OPEN.includes(path.split('?', 1)[0]!);
}
