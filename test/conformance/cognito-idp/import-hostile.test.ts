// A file of empty lines, which are no users, holds nobody up while it is imported.
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { expect, it } from 'vitest';
import { slowness } from '../../fuzz/judge.ts';
import { MAX_BLOCKED_MS } from '../../fuzz/watched-emulator.ts';
import { isMissing } from '../../support/is-missing.ts';
import { TurnMeter } from '../../support/turn-meter.ts';
import { untilPasses } from '../../support/until-passes.ts';

const LINES = 1_000_000;
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

it.skipIf(isMissing('turns of the event loop', process.platform === 'linux' ? undefined : 'no schedstat on this system'))(
  'a million empty lines are looked at in turns',
  async () => {
    const meter = await TurnMeter.start();
    const idp = new CognitoIdentityProvider({ endpoint: meter.url, region: 'us-east-1', credentials, maxAttempts: 1 });
    const { UserPool } = await idp.createUserPool({ PoolName: 'people' });
    const UserPoolId = UserPool!.Id!;
    const { CSVHeader = [] } = await idp.getCSVHeader({ UserPoolId });
    const user = CSVHeader.map((name) => (name === 'cognito:username' ? 'ada' : '')).join(',');
    const CloudWatchLogsRoleArn = 'arn:aws:iam::000000000000:role/service-role/import';
    const { UserImportJob } = await idp.createUserImportJob({ UserPoolId, JobName: 'blank', CloudWatchLogsRoleArn });
    const JobId = UserImportJob!.JobId!;
    const body = `${CSVHeader.join(',')}${'\n'.repeat(LINES)}${user}`;
    expect((await fetch(UserImportJob!.PreSignedUrl!, { method: 'PUT', body })).status).toBe(200);
    const longest = await meter.longestTurn(async () => {
      await idp.startUserImportJob({ UserPoolId, JobId });
      await untilPasses(async () => {
        const { UserImportJob: job } = await idp.describeUserImportJob({ UserPoolId, JobId });
        expect(job).toMatchObject({ Status: 'Succeeded', ImportedUsers: 1, FailedUsers: 0 });
      });
    });
    await meter.stop();
    expect(longest).toBeLessThan(MAX_BLOCKED_MS * slowness());
  },
);
