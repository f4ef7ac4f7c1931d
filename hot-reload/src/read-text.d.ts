/** @throws Error of the system */
export declare const readText: (path: string) => string;
