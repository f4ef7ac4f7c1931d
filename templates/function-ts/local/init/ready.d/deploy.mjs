// Runs when the emulator has started, which sets its address and credentials for it.
import { LambdaClient } from '@aws-sdk/client-lambda';
import { deploy, FUNCTION } from '../../deploy.mjs';

await deploy(new LambdaClient());
console.log(`${FUNCTION} is deployed: npm run invoke`);
