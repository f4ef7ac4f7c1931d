// `/_emulator/issuer`: signs JSON web tokens with a local key, and serves what verifies them.
import { issuerKey, publicKeyOf, signedToken } from '#core/token-issuer';
import { TOKEN_INVALID } from '#gateway/messages';
import { durationMs } from '#lib/duration';
import { EmulatorError } from '#lib/emulator-error';
import { answer, list, type ManagementRequest, type ManagementRoute, members, number, object, refusal, text } from './route.ts';

export const ISSUER_PATH = '/_emulator/issuer';
const DEFAULT_LIFETIME = '1h';
/** Limit: characters of a token that is made here. Gateways of APIs take no longer ones. */
const MAX_TOKEN = 10_240;

const CLAIMS = { type: 'object', additionalProperties: true, description: 'The claims.' } as const;
const TEXTS = { type: 'string' };
const KEY = object({
  kty: text('`RSA`.'),
  use: text('`sig`.'),
  alg: text('`RS256`.'),
  kid: text('The id that tokens name.'),
  n: text('The modulus, base64url.'),
  e: text('The exponent, base64url.'),
});

export const TOKEN_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'POST',
    url: `${ISSUER_PATH}/tokens`,
    effect: 'changes',
    schema: {
      title: 'Signs a token',
      description:
        "Signs a JSON web token with the emulator's own key, by RS256, for whatever issuer it is to name: authorizers of APIs here that expect that issuer accept it without " +
        'asking the issuer. For programs whose users are in the cloud or nowhere. `emulator token` calls this. The key is made at first use and is part of the state.',
      body: members({
        issuer: text(`The claim \`iss\`; by default this issuer: \`http://localhost:4566${ISSUER_PATH}\`, with the host of the request.`),
        claims: { ...CLAIMS, description: 'Further claims; `iat` and `exp` are set where they are not among them.' },
        lifetime: text(`How long it is valid: \`30m\`; by default \`${DEFAULT_LIFETIME}\`, by the emulator's clock.`),
      }),
      response: {
        200: answer(
          'The token.',
          object({ token: text('The token.'), claims: CLAIMS, expires: number('Seconds since 1970.') }, ['expires']),
        ),
        400: refusal(`\`TOKEN_INVALID\`: the lifetime is no duration, or the token would be longer than ${MAX_TOKEN} characters.`),
      },
    },
    examples: [{ body: { issuer: 'https://issuer.example', claims: { sub: 'ann', scope: 'orders:read' }, lifetime: '30m' } }],
    async handler(request, _reply, { kernel, clock }) {
      const { issuer = ownIssuer(request), claims = {}, lifetime = DEFAULT_LIFETIME } = request.body as TokenRequest;
      const seconds = Math.floor(clock.now() / 1000);
      const all = { iss: issuer, iat: seconds, exp: seconds + secondsIn(lifetime), ...claims };
      const token = signedToken(all, await issuerKey(kernel.store));
      if (token.length > MAX_TOKEN) throw invalid(`The token would have ${token.length} characters, more than ${MAX_TOKEN}.`);
      await kernel.store.committed();
      return { token, claims: all, ...(typeof all.exp === 'number' && { expires: all.exp }) };
    },
  },
  {
    method: 'GET',
    url: `${ISSUER_PATH}/.well-known/openid-configuration`,
    effect: 'reads',
    schema: {
      title: 'Describes the issuer',
      description: 'Answers the discovery document of this issuer (OpenID Connect), for programs that verify tokens themselves.',
      response: {
        200: answer(
          'The document.',
          object({
            issuer: text('The address of this issuer, with the host of the request.'),
            jwks_uri: text('The address of its keys.'),
            id_token_signing_alg_values_supported: list(TEXTS, '`RS256`.'),
            response_types_supported: list(TEXTS, '`token`.'),
            subject_types_supported: list(TEXTS, '`public`.'),
          }),
        ),
      },
    },
    handler: (request) => ({
      issuer: ownIssuer(request),
      jwks_uri: `${ownIssuer(request)}/.well-known/jwks.json`,
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['token'],
      subject_types_supported: ['public'],
    }),
  },
  {
    method: 'GET',
    url: `${ISSUER_PATH}/.well-known/jwks.json`,
    effect: 'reads',
    schema: {
      title: 'Answers the keys of the issuer',
      description: 'Answers the public key that verifies the tokens, as a set of JSON web keys.',
      response: { 200: answer('The keys.', object({ keys: list(KEY, 'One key.') })) },
    },
    handler: async (_request, _reply, { kernel }) => {
      const key = await issuerKey(kernel.store);
      await kernel.store.committed();
      return { keys: [publicKeyOf(key)] };
    },
  },
];

interface TokenRequest {
  readonly issuer?: string;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly lifetime?: string;
}

const ownIssuer = ({ protocol, host }: ManagementRequest): string => `${protocol}://${host}${ISSUER_PATH}`;

const invalid = (message: string): EmulatorError =>
  new EmulatorError(TOKEN_INVALID, message, {
    hint: 'POST {"issuer": "https://issuer.example", "claims": {"sub": "ann"}, "lifetime": "1h"}.',
  });

function secondsIn(lifetime: string): number {
  try {
    return Math.floor(durationMs(lifetime) / 1000);
  } catch {
    throw invalid(`The lifetime ${lifetime} is no duration.`);
  }
}
