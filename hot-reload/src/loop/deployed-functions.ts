// Questions of a deployer about deployed functions; the command that runs the loop answers them by the emulator's API.

export interface StackFunction {
  readonly stack: string;
  readonly logicalId: string;
  /** The name of the function. */
  readonly name: string;
}

export interface DeployedCode {
  /** The address of the archive, `file:` and the folder if it runs from one. */
  readonly location: string;
  /** `app.handler` */
  readonly handler: string;
}

export interface DeployedFunctions {
  /** The functions of all stacks in the region. */
  list(): Promise<readonly StackFunction[]>;
  outputs(stack: string): Promise<readonly { readonly name: string; readonly value: string }[]>;
  /** Undefined if there is no such function. */
  codeOf(name: string): Promise<DeployedCode | undefined>;
  /** Resolves once the function serves invocations with this code. `code`: as in UpdateFunctionCode; `handler`: undefined leaves it as it is. @throws Error */
  change(name: string, code: object, handler: string | undefined): Promise<void>;
}
