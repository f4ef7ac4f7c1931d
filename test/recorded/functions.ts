// Steps and names that recorded cases of functions share.
import { localstack, type Step } from './case.ts';

/** A test of LocalStack's of the API of functions. */
export const api = (name: string): string => localstack(`lambda_/test_lambda_api.py::${name}`);
/** `index.js`, whose handler answers 1. */
export const ZipFile = Buffer.from(
  'UEsDBBQAAAAAAAAAIQB/66WFIAAAACAAAAAIAAAAaW5kZXguanNleHBvcnRzLmhhbmRsZXIgPSBhc3luYyAoKSA9PiAxO1BLAQIUAxQAAAAAAAAAIQB/66WFIAAAACAAAAAIAAAAAAAAAAAAAACkgQAAAABpbmRleC5qc1BLBQYAAAAAAQABADYAAABGAAAAAAA=',
  'base64',
);
/** Makes the function `f`, unless `more` names another one. */
export const createFunction = (more: object = {}, outcome: object = {}): Step => ({
  call: 'lambda.CreateFunction',
  input: {
    FunctionName: 'f',
    Runtime: 'nodejs24.x',
    Role: 'arn:aws:iam::{account}:role/any',
    Handler: 'index.handler',
    Code: { ZipFile },
    ...more,
  },
  ...outcome,
});
/** Time after which a new function is active. */
export const settled: Step = { wait: '1s' };
/** The beginning of the ARN of a function. */
export const ARN = 'arn:aws:lambda:us-east-1:{account}:function:';
