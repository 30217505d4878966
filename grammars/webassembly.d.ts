/** The part of WebAssembly's JavaScript interface that the grammars use; TypeScript has it only in its DOM library. */
declare namespace WebAssembly {
  class Memory {
    constructor(limits: { initial: number; maximum?: number });
    readonly buffer: ArrayBuffer;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class RuntimeError extends Error {}
}
