/** A text that is no YAML, or has aliases; the message says which. */
export class YamlProblem extends Error {}
