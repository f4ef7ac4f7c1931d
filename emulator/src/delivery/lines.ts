// Lines: deliveries that must arrive in the order of their posting. Only the head of a line is sent; the next one follows when the head
// was delivered or given up, so a head that is retried holds up its own line and no other.
import type { Delivery } from '#core/delivery/delivery';
import { collection, type Frozen, type Records, type Tx } from '#core/records';

type LinePosition = Pick<Frozen<Delivery>, 'id' | 'line'>;
type LineRecords = Records<[line: string, id: string], { readonly waiting: true }>;

/** Every delivery of the outbox that stands in a line, the head included. Ids grow, so they are in order. */
export const lines = collection<[line: string, id: string], { readonly waiting: true }>('delivery.lines');

const headOf = (records: LineRecords, line: string): string | undefined => records.entries([line], { limit: 1 })[0]?.[0][1];

/** Whether the line is empty. */
export const isFree = (records: LineRecords, line: string): boolean => headOf(records, line) === undefined;

/** Whether the delivery may be sent now. */
export const isHead = (records: LineRecords, { id, line }: LinePosition): boolean => line === undefined || headOf(records, line) === id;

export function joinLine(tx: Tx, records: LineRecords, { id, line }: LinePosition): void {
  if (line !== undefined) tx.put(records, [line, id], { waiting: true });
}

/** Removes a delivery from its line and returns the id of the next delivery that may be sent. */
export function leaveLine(tx: Tx, records: LineRecords, { id, line }: LinePosition): string | undefined {
  if (line === undefined) return undefined;
  tx.delete(records, [line, id]);
  return headOf(records, line);
}
