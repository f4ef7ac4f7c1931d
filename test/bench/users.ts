// The cost of sign-ins and of calls with a token on the server, each beside the call that costs least.
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { clientOf } from './apis.ts';
import { cpuInTurns, type Shot } from './load.ts';
import { startBuilt } from './process.ts';
import type { BenchRow } from './row.ts';

const LOAD = { count: 60, rounds: 8, connections: 4 };
/** Microseconds over the floor: a verifier of SRP (800) and two signatures (1,000), with the writes. */
const SIGN_IN_LIMIT_US = 3000;
const GET_USER_LIMIT_US = 160;

const CALLER: Shot = {
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/sts/aws4_request, SignedHeaders=host, Signature=0',
  },
  body: 'Action=GetCallerIdentity&Version=2011-06-15',
};

const call = (operation: string, input: object): Shot => ({
  headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` },
  body: JSON.stringify(input),
});

export async function usersBench(): Promise<BenchRow[]> {
  const emulator = await startBuilt({}, 'ignore');
  try {
    const idp = new CognitoIdentityProvider(clientOf(emulator.url));
    const { UserPool } = await idp.createUserPool({ PoolName: 'bench' });
    const UserPoolId = UserPool!.Id!;
    const { UserPoolClient } = await idp.createUserPoolClient({
      UserPoolId,
      ClientName: 'bench',
      ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'],
    });
    const Password = 'Passw0rd!';
    await idp.adminCreateUser({ UserPoolId, Username: 'ada', MessageAction: 'SUPPRESS' });
    await idp.adminSetUserPassword({ UserPoolId, Username: 'ada', Password, Permanent: true });
    const signIn = {
      ClientId: UserPoolClient!.ClientId!,
      AuthFlow: 'USER_PASSWORD_AUTH' as const,
      AuthParameters: { USERNAME: 'ada', PASSWORD: Password },
    };
    const { AuthenticationResult } = await idp.initiateAuth(signIn);
    const row = async (what: string, shot: Shot, limit: number): Promise<BenchRow> => {
      const [least, ours] = await cpuInTurns({ server: emulator, shot: CALLER }, { server: emulator, shot }, LOAD);
      const floor = `${least.toFixed(0)} µs, GetCallerIdentity; µs over it`;
      return { what: `server CPU, ${what}`, figure: `${ours.toFixed(0)} µs`, ratio: ours - least, limit, floor };
    };
    return [
      await row('a sign-in with a password', call('InitiateAuth', signIn), SIGN_IN_LIMIT_US),
      await row('GetUser', call('GetUser', { AccessToken: AuthenticationResult!.AccessToken! }), GET_USER_LIMIT_US),
    ];
  } finally {
    await emulator.stop();
  }
}
