// `/_emulator/faults`: calls that are to fail or to wait, to try what an application does then.
import { checkedFault } from '#core/faults/checked-fault';
import type { FaultRequest, FaultRule } from '#core/faults/fault-rules';
import { FAULT_MISSING } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';
import { answer, list, type ManagementRoute, members, number, object, refusal, text } from './route.ts';

const MEMBERS = {
  service: text('The service, as in the lines of the log: `sqs`; `*` for all.'),
  operation: text('The operation: `SendMessage`; all where absent.'),
  resource: text('Name, ARN or URL of the resource that the call names; all where absent.'),
  error: text('Code of the error that is answered: `ThrottlingException`. Without one the call runs, after the delay.'),
  message: text('Message of the error.'),
  status: number('HTTP status of the error, 400 to 599; by default 400.'),
  delayMs: number("Milliseconds of the machine's time before the call runs or fails, up to 900,000."),
  rate: number('The share of the calls that it meets, above 0 and up to 1; by default 1.'),
  times: number('How many calls it meets before it ends; by default any number.'),
};
const OPTIONAL = Object.keys(MEMBERS).filter((name) => name !== 'service');
const FAULT = object({ id: text('Names the fault.'), ...MEMBERS, met: number('How many calls it has met.') }, OPTIONAL);
const EXAMPLE = { service: 'sqs', operation: 'SendMessage', error: 'ThrottlingException', rate: 0.5 };

export const FAULT_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'GET',
    url: '/_emulator/faults',
    effect: 'reads',
    schema: {
      title: 'Answers the faults',
      description: 'Answers the faults that calls meet, in the order in which they were added.',
      response: { 200: answer('The faults.', object({ faults: list(FAULT, 'Faults that have not ended.') })) },
    },
    handler: (_request, _reply, { kernel }) => ({ faults: kernel.faults.list }),
  },
  {
    method: 'POST',
    url: '/_emulator/faults',
    effect: 'changes',
    schema: {
      title: 'Adds a fault',
      description:
        'Lets calls fail or wait: those of clients and of functions, and those that services make to deliver. A fault meets a call once its input is known to be ' +
        'valid and before anything is done. Faults are in memory; a reset of the state ends them. `emulator fault add` calls this.',
      body: members(MEMBERS, ['service']),
      response: {
        200: answer('The fault.', FAULT),
        400: refusal('`FAULT_INVALID`: no such service or operation, neither an error nor a delay, or a number out of range.'),
      },
    },
    examples: [{ body: EXAMPLE }, { body: { service: 'lambda', operation: 'Invoke', delayMs: 2000, times: 3 } }],
    handler: ({ body }, _reply, { kernel }) => kernel.faults.add(checkedFault(body as unknown as FaultRequest, kernel)),
  },
  {
    method: 'DELETE',
    url: '/_emulator/faults',
    effect: 'changes',
    schema: {
      title: 'Ends all faults',
      description: 'Ends all faults. `emulator fault clear` calls this.',
      response: { 200: answer('There are no faults.', object({ faults: list(FAULT, 'The faults that have ended.') })) },
    },
    handler(_request, _reply, { kernel }) {
      const faults = [...kernel.faults.list];
      kernel.faults.clear();
      return { faults };
    },
  },
  {
    method: 'DELETE',
    url: '/_emulator/faults/:id',
    effect: 'changes',
    schema: {
      title: 'Ends a fault',
      description: 'Ends one fault.',
      params: members({ id: text('The id of the fault.') }, ['id']),
      response: { 200: answer('It has ended.', FAULT), 404: refusal('`FAULT_MISSING`: there is no such fault.') },
    },
    examples: [{ params: { id: 'fault-1' } }],
    handler({ params }, _reply, { kernel }): FaultRule {
      const { id = '' } = params;
      const fault = kernel.faults.list.find((rule) => rule.id === id);
      if (!fault)
        throw new EmulatorError(FAULT_MISSING, `There is no fault ${id}.`, {
          hint: 'GET /_emulator/faults lists those that have not ended.',
        });
      kernel.faults.remove(id);
      return fault;
    },
  },
];
