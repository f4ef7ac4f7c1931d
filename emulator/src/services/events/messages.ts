// Messages of the event bus service.
import { defineMessage } from '#lib/message';

export const BUS_MISSING = defineMessage({
  code: 'BUS_MISSING',
  level: 'warn',
  description: 'An event was sent to a bus that does not exist in this account and region. The cloud accepts and drops it, too.',
  hint: 'Compare the name and the region of the bus with those of the client.',
  text: ({ eventId, bus, account, region }: { eventId: string; bus: string; account: string; region: string }) =>
    `event ${eventId} is lost: there is no event bus ${bus} in ${account} ${region}`,
});
