// The loopback address from which traffic of functions reaches the gateway when they can reach nothing else (FUNCTION_NETWORK=gateway).
// Functions have no other way there, so a request from this address comes from a function.

export const FUNCTION_ADDRESS = '127.0.0.93';
