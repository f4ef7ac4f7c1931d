// Runs when the emulator has started, which sets its address and credentials for it.
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { deploy, STACK } from '../../deploy.mjs';

const { QuoteUrl } = await deploy(new CloudFormationClient());
console.log(`the stack ${STACK} is deployed, with the address ${QuoteUrl}: npm run send`);
