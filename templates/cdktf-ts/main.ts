// The CDKTF app. In the emulator the function's code is the folder `src` itself; in the cloud it is bundled and uploaded.
import { App } from 'cdktn';
import { ShopStack } from './stack.ts';

const app = new App();
// `emulator dev` and `emulator cdktf` set it.
const isLocal = process.env['CLOUD_EMULATOR_URL'] !== undefined;
new ShopStack(app, '{{name}}', { isLocal });
app.synth();
