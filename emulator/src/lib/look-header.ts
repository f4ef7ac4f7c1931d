// The header by which the emulator's own commands say that they only look, so that reading the log does not fill it.
export const LOOK_HEADER = 'x-emulator-look';
