// Sequence numbers of FIFO queues: 20 digits that grow, with gaps, as in the real service.

const FIRST = 18_849_496_460_467_696_128n;
const STEP = 256n;

export const sequenceNumber = (number: number): string => String(FIRST + BigInt(number) * STEP);
