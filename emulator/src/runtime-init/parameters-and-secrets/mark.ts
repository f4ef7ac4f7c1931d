// The file in a layer by which an environment knows that the interface of the Parameters and Secrets extension is to be served.

export const SERVED_MARK = '.cloud-emulator/parameters-and-secrets';
