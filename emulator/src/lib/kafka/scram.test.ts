// SCRAM by the examples of its standards, and both sides with each other.
import { expect, test } from 'vitest';
import { scramClient, scramServer } from './scram.ts';

test('the exchange of RFC 7677 ends as printed there', () => {
  const client = scramClient('sha256', 'user', 'pencil', 'rOprNGfwEbeRWgbNEkqO');
  expect(client.first).toBe('n,,n=user,r=rOprNGfwEbeRWgbNEkqO');
  expect(client.final('r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096')).toBe(
    'c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=',
  );
  expect(() => client.check('v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=')).not.toThrow();
  expect(() => client.check('v=AAAA')).toThrow('does not know the password');
});

test.each(['sha256', 'sha512'] as const)('a client and a server with %s agree on a password, and on nothing else', (hash) => {
  const exchange = (password: string, user = 'a,b=c'): string | undefined => {
    const client = scramClient(hash, user, password, 'one');
    const server = scramServer(hash, (name) => (name === 'a,b=c' ? 'secret' : undefined), { nonce: 'two', salt: Buffer.from('salt') });
    const end = server.final(client.final(server.first(client.first)));
    if (end !== undefined) client.check(end);
    return end;
  };
  expect(exchange('secret')).toMatch(/^v=/);
  expect(exchange('wrong')).toBeUndefined();
  expect(exchange('', 'nobody')).toBeUndefined();
});
