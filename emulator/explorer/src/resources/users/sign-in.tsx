// Signs in as a user of a pool: the tokens, and what they say.
import { callOf, type OutputOf } from '#api/model.ts';
import { Copy } from '#ui/copy.tsx';
import { textFromBase64 } from '#ui/format.ts';
import { Json } from '#ui/json.tsx';
import type { FormSpec } from '#ui/resource.ts';

/** The claims of a token; undefined for text that is none. */
function claimsOf(token: string): unknown {
  const [, payload = ''] = token.split('.');
  try {
    return JSON.parse(textFromBase64(payload.replaceAll('-', '+').replaceAll('_', '/'))) as unknown;
  } catch {
    return undefined;
  }
}

function Tokens({ answer: { AuthenticationResult, ChallengeName } }: { answer: OutputOf<'cognito-idp', 'InitiateAuth'> }) {
  if (!AuthenticationResult) return <p>The pool asks for {ChallengeName} first.</p>;
  return (
    <>
      {(['IdToken', 'AccessToken', 'RefreshToken'] as const).map((name) => {
        const token = AuthenticationResult[name];
        const claims = token && claimsOf(token);
        return (
          token && (
            <div key={name}>
              <p>
                {name} <Copy text={token} what={name} />
              </p>
              {claims !== undefined && <Json value={claims} label={`Claims of ${name}`} />}
            </div>
          )
        );
      })}
    </>
  );
}

/** `clients`: ids with names. */
export const signInForm = (clients: readonly (readonly [id: string, name: string])[], user = ''): FormSpec => ({
  title: 'Sign in',
  submit: 'Sign in',
  fields: [
    { name: 'ClientId', label: 'Client', kind: 'select', options: clients },
    { name: 'flow', label: 'Flow', kind: 'select', options: ['USER_PASSWORD_AUTH', 'CUSTOM_AUTH', 'USER_AUTH'], faults: /flow/i },
    { name: 'USERNAME', label: 'User', required: true, initial: user },
    { name: 'PASSWORD', label: 'Password' },
  ],
  calls: ({ ClientId = '', flow = '', USERNAME = '', PASSWORD }) => [
    callOf('cognito-idp', 'InitiateAuth', { ClientId, AuthFlow: flow, AuthParameters: { USERNAME, ...(PASSWORD && { PASSWORD }) } }),
  ],
  done: ([output]) => <Tokens answer={output as OutputOf<'cognito-idp', 'InitiateAuth'>} />,
});
