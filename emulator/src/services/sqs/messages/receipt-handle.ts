// Receipt handles name a message and its receive count. They contain all they mean, so they outlive a restart.

export interface Receipt {
  readonly storeId: string;
  readonly sentMs: number;
  readonly number: number;
  readonly receives: number;
}

const FORM = /^([a-z0-9]+-\d+) (\d{1,15}) (\d{1,15}) (\d{1,9})$/;
const PREFIX = 'AQEB';

export const receiptHandle = ({ storeId, sentMs, number, receives }: Receipt): string =>
  PREFIX + Buffer.from(`${storeId} ${sentMs} ${number} ${receives}`).toString('base64');

export function readReceiptHandle(handle: string): Receipt | undefined {
  if (!handle.startsWith(PREFIX)) return undefined;
  const parts = FORM.exec(Buffer.from(handle.slice(PREFIX.length), 'base64').toString('latin1'));
  if (!parts) return undefined;
  const receipt = { storeId: parts[1]!, sentMs: Number(parts[2]), number: Number(parts[3]), receives: Number(parts[4]) };
  return receiptHandle(receipt) === handle ? receipt : undefined;
}
