// Chained invocations of other functions.
import { caught } from './parts.mjs';

const [ECHO, FAILS] = ['echo:$LATEST', 'fails:$LATEST'];
const LARGE = 'x'.repeat(200_000);
const upperOut = { serialize: async (value) => JSON.stringify(value).toUpperCase(), deserialize: async (text) => JSON.parse(text) };
const upperIn = { serialize: async (value) => JSON.stringify(value), deserialize: async (text) => JSON.parse(text).toUpperCase() };

export const chained = {
  '5-1': (input, context) => context.invoke('echo', ECHO, input),
  '5-2': ({ name, payload }, context) => context.invoke(name, ECHO, payload),
  '5-3': (input, context) => context.invoke('echo', ECHO, input),
  '5-4': (_, context) => context.invoke('echo', ECHO, null),
  '5-5': (_, context) => context.invoke(FAILS, {}),
  '5-6': (_, context) => caught(context.invoke(FAILS, {}), 'fallback'),
  '5-7': async (_, context) => (await context.invoke('echo', ECHO, LARGE)).length,
  '5-8': ({ tenantId, payload }, context) => context.invoke('tenant', 'tenants:$LATEST', payload, { tenantId }),
  '5-9': async (_, context) => {
    const value = await context.invoke('echo', ECHO, 'once');
    await context.wait({ seconds: 1 });
    return value;
  },
  '5-10': async (_, context) => {
    const value = await caught(context.invoke(FAILS, {}), 'caught');
    await context.wait({ seconds: 1 });
    return value;
  },
  '5-11': async (_, context) => context.invoke('echo', ECHO, await context.step(async () => 'from a step')),
  '5-12': async (_, context) => {
    const value = await context.invoke('echo', ECHO, 'to a step');
    return context.step(async () => value);
  },
  '5-13': (_, context) => context.runInChildContext((child) => child.invoke('echo', ECHO, 'in a context')),
  '5-14': async (_, context) => [await context.invoke('echo', ECHO, 'one'), await context.invoke('echo', ECHO, 'two')],
  '5-15': (input, context) => context.invoke('echo', ECHO, input, { payloadSerdes: upperOut }),
  '5-16': (input, context) => context.invoke('echo', ECHO, input, { resultSerdes: upperIn }),
};
