// Runs when the emulator has started, which sets its address and credentials for it.
import { deploy, STACK } from '../../deploy.mjs';

const { OrdersUrl } = await deploy(process.env.AWS_ENDPOINT_URL);
console.log(`the stack ${STACK} is deployed, with the queue ${OrdersUrl}: npm run send`);
