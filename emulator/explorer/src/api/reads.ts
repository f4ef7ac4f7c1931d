// Which operations only read: they change nothing that a page shows, and are all that a read-only explorer calls. The gateway holds it to the same.
import { ACTING_READS, READS } from 'wire:protocols';

export const isRead = (operation: string): boolean => READS.test(operation) && !ACTING_READS.includes(operation);
