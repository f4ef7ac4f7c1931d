// The loopback address from which what functions send reaches the gateway where that is all they reach (FUNCTION_NETWORK=gateway). No other way of
// theirs leads there, so it tells that a function asks.

export const FUNCTION_ADDRESS = '127.0.0.93';
