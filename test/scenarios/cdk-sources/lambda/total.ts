// Imported by the entry; the scenario changes it.
export const total = (prices: readonly number[]): number => prices.reduce((sum, price) => sum + price, 0);
