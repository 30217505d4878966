/** The part of WebAssembly's JavaScript interface that the grammars use; TypeScript has it only in its DOM library. */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>;
  class Memory {
    constructor(limits: { initial: number; maximum?: number });
    readonly buffer: ArrayBuffer;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: Imports);
    readonly exports: Record<string, unknown>;
  }
  class RuntimeError extends Error {}
}
