// The CDK app. In the emulator the function's code is the folder `src` itself; in the cloud it is bundled and uploaded.
import { App } from 'aws-cdk-lib/core';
import { ShopStack } from './stack.ts';

// `emulator cdk` sets it.
const isLocal = process.env['CLOUD_EMULATOR_URL'] !== undefined;
new ShopStack(new App(), '{{name}}', { isLocal });
