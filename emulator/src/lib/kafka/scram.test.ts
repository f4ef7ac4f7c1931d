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

test('a client that says its own nonce twice is let in, as librdkafka 1.7 did in a recorded exchange', () => {
  const random = { nonce: '4PAqXORjXTjZ6OXXjjuR-L7S', salt: Buffer.from('175ANyhYs7JfyLzBIWLvQA==', 'base64') };
  const exchange = (password: string): string | undefined => {
    const server = scramServer('sha256', () => password, random);
    server.first('n,,n=ann,r=L==Ivt^tkEf9_:DpIiOi=9Eu/6gKZekx');
    const nonce = 'L==Ivt^tkEf9_:DpIiOi=9Eu/6gKZekxL==Ivt^tkEf9_:DpIiOi=9Eu/6gKZekx4PAqXORjXTjZ6OXXjjuR-L7S';
    return server.final(`c=biws,r=${nonce},p=fstSvqr3kEXY43LZ5lVR1tnnek5OJLcXRILOVB/qejg=`);
  };
  expect(exchange('secret')).toMatch(/^v=/);
  expect(exchange('wrong')).toBeUndefined();
});
