/**
 * Variables for programs in Go that a test starts. Terraform and its provider spend a third of their time on collecting garbage unless they
 * may keep more of it: 350 and 600 MB at most, instead of 220 and 430.
 * https://pkg.go.dev/runtime#hdr-Environment_Variables
 */
export const GO_VARIABLES = { GOGC: '300' } as const;
