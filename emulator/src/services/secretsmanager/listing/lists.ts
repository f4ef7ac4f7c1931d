// ListSecrets: the request and the answer around the listing.
import { operation } from '#model/secretsmanager';
import { listEntry } from '#services/secretsmanager/describe';
import { pageOfSecrets } from './listing.ts';

export const ListSecrets = operation('ListSecrets', (input, ctx) => {
  const { found, NextToken } = pageOfSecrets(input, ctx);
  return { SecretList: found.map(listEntry), ...(NextToken !== undefined && { NextToken }) };
});
