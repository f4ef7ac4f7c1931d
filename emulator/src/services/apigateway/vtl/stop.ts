// Thrown by `#stop`: ends the rendering with what has been printed so far.
export class Stop extends Error {}
