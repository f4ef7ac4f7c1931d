// Permissions, settings of asynchronous invocations, configurations of code signing.
import { Lambda } from '@aws-sdk/client-lambda';
import { expect } from 'vitest';
import { fn, queue } from './lambda-parts.ts';
import { getAtt, ref, TAGS, type TypeCase } from './type-case.ts';

const SIGNER = 'arn:aws:signer:us-east-1:000000000000:/signing-profiles/any/abcdefghij';

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::Lambda::Permission',
    needs: { Fn: fn() },
    properties: {
      FunctionName: getAtt('Fn', 'Arn'),
      Action: 'lambda:InvokeFunctionUrl',
      Principal: 's3.amazonaws.com',
      SourceArn: 'arn:aws:s3:::some-bucket',
      SourceAccount: '111111111111',
      EventSourceToken: 'token',
      FunctionUrlAuthType: 'NONE',
      InvokedViaFunctionUrl: 'true',
      PrincipalOrgID: 'o-aaaaaaaaaa',
    },
    readBack: async (emulator, { ref: { Fn, It } }) => {
      const { Policy } = await emulator.client(Lambda).getPolicy({ FunctionName: Fn! });
      return (JSON.parse(Policy!) as { Statement: { Sid: string }[] }).Statement.find(({ Sid }) => Sid === It);
    },
    ref: /^t-[A-Za-z0-9-]+-It-[A-Za-z0-9]{12}$/,
    expected: {
      Principal: { Service: 's3.amazonaws.com' },
      Action: 'lambda:InvokeFunctionUrl',
      Condition: {
        ArnLike: { 'AWS:SourceArn': 'arn:aws:s3:::some-bucket' },
        StringEquals: {
          'AWS:SourceAccount': '111111111111',
          'lambda:EventSourceToken': 'token',
          'lambda:FunctionUrlAuthType': 'NONE',
          'aws:PrincipalOrgID': 'o-aaaaaaaaaa',
        },
        Bool: { 'lambda:InvokedViaFunctionUrl': 'true' },
      },
    },
  },
  {
    type: 'AWS::Lambda::EventInvokeConfig',
    needs: { Fn: fn(), Good: queue, Bad: queue },
    properties: {
      FunctionName: ref('Fn'),
      Qualifier: '$LATEST',
      MaximumEventAgeInSeconds: '120',
      MaximumRetryAttempts: 1,
      DestinationConfig: { OnSuccess: { Destination: getAtt('Good', 'Arn') }, OnFailure: { Destination: getAtt('Bad', 'Arn') } },
    },
    readBack: (emulator, { ref: { Fn } }) =>
      emulator.client(Lambda).getFunctionEventInvokeConfig({ FunctionName: Fn!, Qualifier: '$LATEST' }),
    ref: /^t-[A-Za-z0-9-]+\|\$LATEST$/,
    expected: {
      MaximumEventAgeInSeconds: 120,
      MaximumRetryAttempts: 1,
      DestinationConfig: {
        OnSuccess: { Destination: expect.stringContaining('Good') },
        OnFailure: { Destination: expect.stringContaining('Bad') },
      },
    },
    change: {
      properties: { FunctionName: ref('Fn'), Qualifier: '$LATEST', MaximumRetryAttempts: 0 },
      expected: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: undefined, DestinationConfig: { OnSuccess: {}, OnFailure: {} } },
    },
  },
  {
    type: 'AWS::Lambda::CodeSigningConfig',
    properties: {
      Description: 'signed',
      AllowedPublishers: { SigningProfileVersionArns: [SIGNER] },
      CodeSigningPolicies: { UntrustedArtifactOnDeployment: 'Enforce' },
      Tags: TAGS,
    },
    readBack: async (emulator, { ref: { It: CodeSigningConfigArn } }) => {
      const client = emulator.client(Lambda);
      const { CodeSigningConfig } = await client.getCodeSigningConfig({ CodeSigningConfigArn });
      return { ...CodeSigningConfig, tags: (await client.listTags({ Resource: CodeSigningConfigArn })).Tags };
    },
    ref: /^arn:aws:lambda:us-east-1:000000000000:code-signing-config:csc-/,
    expected: {
      Description: 'signed',
      AllowedPublishers: { SigningProfileVersionArns: [SIGNER] },
      CodeSigningPolicies: { UntrustedArtifactOnDeployment: 'Enforce' },
      tags: { team: 'blue', stage: 'test' },
    },
    change: {
      properties: { AllowedPublishers: { SigningProfileVersionArns: [`${SIGNER}2`] }, Tags: [{ Key: 'team', Value: 'red' }] },
      expected: {
        AllowedPublishers: { SigningProfileVersionArns: [`${SIGNER}2`] },
        CodeSigningPolicies: { UntrustedArtifactOnDeployment: 'Warn' },
        tags: { team: 'red', stage: undefined },
      },
    },
  },
];
