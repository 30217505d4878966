/**
 * A seccomp filter assembled here, so that nothing has to be compiled or installed: allow everything but a deny list. It
 * backs up the namespaces: kernel surfaces that builds and tests never need, and sockets that a network namespace does not
 * cut off (AF_VSOCK reaches the hypervisor from any network namespace).
 *
 * Classic BPF as in `linux/filter.h`; the input is `struct seccomp_data` {nr, arch, ip, args[6]}.
 */

type Arch = 'x64' | 'arm64';

interface SyscallTable {
  /** AUDIT_ARCH_*: a 32-bit call on a 64-bit kernel has other numbers and is refused as a whole. */
  audit: number;
  socket: number;
  denied: Readonly<Record<string, number>>;
  /** Memory that no process size shows, so a watchdog cannot see it; denied when no cgroup counts it. */
  unseenMemory: Readonly<Record<string, number>>;
}

/** Numbers of the newer calls, the same on every architecture. */
const common = {
  pidfd_getfd: 438,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  mount_setattr: 442,
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
};

const tables: Readonly<Record<Arch, SyscallTable>> = {
  x64: {
    audit: 0xc000003e,
    socket: 41,
    denied: {
      ...common,
      ptrace: 101,
      process_vm_readv: 310,
      process_vm_writev: 311,
      kcmp: 312,
      mount: 165,
      umount2: 166,
      pivot_root: 155,
      chroot: 161,
      unshare: 272,
      setns: 308,
      open_by_handle_at: 304,
      name_to_handle_at: 303,
      keyctl: 250,
      add_key: 248,
      request_key: 249,
      bpf: 321,
      perf_event_open: 298,
      userfaultfd: 323,
      kexec_load: 246,
      kexec_file_load: 320,
      init_module: 175,
      finit_module: 313,
      delete_module: 176,
      acct: 163,
      quotactl: 179,
      swapon: 167,
      swapoff: 168,
      reboot: 169,
      syslog: 103,
      iopl: 172,
      ioperm: 173,
    },
    unseenMemory: { memfd_create: 319, shmget: 29 },
  },
  arm64: {
    audit: 0xc00000b7,
    socket: 198,
    denied: {
      ...common,
      ptrace: 117,
      process_vm_readv: 270,
      process_vm_writev: 271,
      kcmp: 272,
      mount: 40,
      umount2: 39,
      pivot_root: 41,
      chroot: 51,
      unshare: 97,
      setns: 268,
      open_by_handle_at: 265,
      name_to_handle_at: 264,
      keyctl: 219,
      add_key: 217,
      request_key: 218,
      bpf: 280,
      perf_event_open: 241,
      userfaultfd: 282,
      kexec_load: 104,
      kexec_file_load: 294,
      init_module: 105,
      finit_module: 273,
      delete_module: 106,
      acct: 89,
      quotactl: 60,
      swapon: 224,
      swapoff: 225,
      reboot: 142,
      syslog: 116,
    },
    unseenMemory: { memfd_create: 279, shmget: 194 },
  },
};

/** socket(2) domains that stay: UNIX, INET, INET6, NETLINK (libc asks it for interfaces). All others are refused. */
const allowedDomains = [1, 2, 10, 16];

const load = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const returns = 0x06;

const killProcess = 0x80000000;
const allow = 0x7fff0000;
const eperm = 0x00050000 | 1;

const offsetOfNumber = 0;
const offsetOfArch = 4;
const offsetOfFirstArgument = 16;
/** Set in numbers of the x32 ABI, which reaches the same calls under other numbers. */
const x32Bit = 0x40000000;

type Instruction = [code: number, ifTrue: number, ifFalse: number, value: number];

export interface FilterOptions {
  /** True when no cgroup counts memory. */
  denyUnseenMemory: boolean;
}

/** The filter as the bytes that `bwrap --seccomp FD` reads, or undefined for an architecture without a table. */
export function seccompFilter(arch: string, options: FilterOptions): Uint8Array | undefined {
  const table = arch === 'x64' || arch === 'arm64' ? tables[arch] : undefined;
  if (!table) return undefined;
  const numbers = Object.values(table.denied);
  if (options.denyUnseenMemory) numbers.push(...Object.values(table.unseenMemory));

  const program: Instruction[] = [
    [load, 0, 0, offsetOfArch],
    [jumpIfEqual, 1, 0, table.audit],
    [returns, 0, 0, killProcess],
    [load, 0, 0, offsetOfNumber],
  ];
  if (arch === 'x64') program.push([jumpIfAtLeast, 0, 1, x32Bit], [returns, 0, 0, killProcess]);
  for (const number of numbers) program.push([jumpIfEqual, 0, 1, number], [returns, 0, 0, eperm]);

  program.push(
    [jumpIfEqual, 0, allowedDomains.length + 2, table.socket],
    [load, 0, 0, offsetOfFirstArgument],
  );
  allowedDomains.forEach((domain, i) => {
    // A match jumps over the remaining comparisons and the refusal.
    program.push([jumpIfEqual, allowedDomains.length - i, 0, domain]);
  });
  program.push([returns, 0, 0, eperm], [returns, 0, 0, allow]);
  return encode(program);
}

function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(([code, ifTrue, ifFalse, value], i) => {
    bytes.writeUInt16LE(code, i * 8);
    bytes.writeUInt8(ifTrue, i * 8 + 2);
    bytes.writeUInt8(ifFalse, i * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, i * 8 + 4);
  });
  return bytes;
}
