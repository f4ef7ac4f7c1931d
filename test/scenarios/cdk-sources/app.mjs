// Functions whose assets do not name their sources: bundles, told by comments or by a map, and a folder.
import { Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { App, Stack } from 'aws-cdk-lib/core';

const stack = new Stack(new App(), 'Shop');
const runtime = Runtime.NODEJS_22_X;
new NodejsFunction(stack, 'Orders', { entry: 'lambda/orders.ts', runtime });
new NodejsFunction(stack, 'Small', { entry: 'lambda/orders.ts', runtime, bundling: { minify: true, sourceMap: true } });
new Lambda(stack, 'Plain', { code: Code.fromAsset('functions/plain'), handler: 'index.handler', runtime });
