// Parameters.
import { DescribeParametersCommand, GetParameterCommand, ListTagsForResourceCommand, SSMClient } from '@aws-sdk/client-ssm';
import { expect } from 'vitest';
import type { TypeCase } from './type-case.ts';

const EXPIRY = '[{"Type":"Expiration","Version":"1.0","Attributes":{"Timestamp":"2099-01-01T00:00:00.000Z"}}]';

export const ssmCases: readonly TypeCase[] = [
  {
    type: 'AWS::SSM::Parameter',
    properties: {
      Name: '/every/property',
      Type: 'StringList',
      Value: 'a,b',
      Description: 'letters',
      AllowedPattern: '[a-z,]+',
      DataType: 'text',
      Tier: 'Advanced',
      Policies: EXPIRY,
      Tags: { team: 'blue', stage: 'test' },
    },
    readBack: async (emulator, { ref: { It: Name } }) => {
      const client = emulator.client(SSMClient);
      const { Parameter } = await client.send(new GetParameterCommand({ Name: Name! }));
      const { Parameters } = await client.send(new DescribeParametersCommand({ ParameterFilters: [{ Key: 'Name', Values: [Name!] }] }));
      const { TagList } = await client.send(new ListTagsForResourceCommand({ ResourceType: 'Parameter', ResourceId: Name! }));
      return { ...Parameters![0], ...Parameter, tags: Object.fromEntries(TagList!.map(({ Key, Value }) => [Key, Value])) };
    },
    history: ['ssm.parameters', 'ssm.versions'],
    ref: /^\/every\/property$/,
    expected: {
      Type: 'StringList',
      Value: 'a,b',
      Description: 'letters',
      AllowedPattern: '[a-z,]+',
      DataType: 'text',
      Tier: 'Advanced',
      Policies: [expect.objectContaining({ PolicyType: 'Expiration' })],
      tags: { team: 'blue', stage: 'test' },
    },
    change: {
      properties: { Name: '/every/property', Type: 'StringList', Value: 'c', Tier: 'Advanced', Tags: { team: 'red' } },
      expected: {
        Value: 'c',
        Description: '',
        AllowedPattern: '',
        Policies: [],
        Tier: 'Advanced',
        tags: { team: 'red', stage: undefined },
      },
    },
  },
];
