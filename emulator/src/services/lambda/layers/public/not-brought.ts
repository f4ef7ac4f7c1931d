// The package manager of this machine did not bring the packages of a layer.

export class NotBrought extends Error {}
