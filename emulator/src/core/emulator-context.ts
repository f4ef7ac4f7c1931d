// The context of the emulator itself: it reads and writes records for whoever runs the emulator, and calls nobody in a client's name.
import { Context } from './context.ts';
import type { Engine } from './engine.ts';
import { serviceCall } from './service-call.ts';

/** In a region where records of all regions are found, too. */
export const emulatorContext = (operation: string, account: string, engine: Engine): Context =>
  new Context(
    engine,
    serviceCall(engine.kernel, {
      service: 'emulator',
      operation,
      account,
      region: 'us-east-1',
      principal: { kind: 'anonymous', account },
    }),
  );
