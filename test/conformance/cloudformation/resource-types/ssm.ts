// Parameters.
import { SSM } from '@aws-sdk/client-ssm';
import { expect } from 'vitest';
import type { TypeCase } from './type-case.ts';

const EXPIRY = '[{"Type":"Expiration","Version":"1.0","Attributes":{"Timestamp":"2099-01-01T00:00:00.000Z"}}]';

export const cases: readonly TypeCase[] = [
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
      const client = emulator.client(SSM);
      const { Parameter } = await client.getParameter({ Name: Name! });
      const { Parameters } = await client.describeParameters({ ParameterFilters: [{ Key: 'Name', Values: [Name!] }] });
      const { TagList } = await client.listTagsForResource({ ResourceType: 'Parameter', ResourceId: Name! });
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
