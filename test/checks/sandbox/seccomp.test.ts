/** The filter is run here by a small interpreter of classic BPF, for both architectures, whatever this machine is. */
import { describe, expect, test } from 'vitest';
import { seccompFilter } from '../../../src/checks/sandbox/seccomp.ts';

interface Call {
  arch: number;
  number: number;
  firstArgument?: number;
}

/** Runs a program of load-absolute, jump-equal, jump-at-least and return, as linux/filter.h defines them. */
function verdict(
  program: Uint8Array,
  { arch, number, firstArgument = 0 }: Call,
): 'allow' | 'refuse' | 'kill' {
  const bytes = Buffer.from(program);
  const data = new Map([
    [0, number],
    [4, arch],
    [16, firstArgument],
  ]);
  let accumulator = 0;
  for (let at = 0; at < bytes.length / 8; at++) {
    const code = bytes.readUInt16LE(at * 8);
    const value = bytes.readUInt32LE(at * 8 + 4);
    const jump = (taken: boolean) => {
      at += bytes.readUInt8(at * 8 + (taken ? 2 : 3));
    };
    if (code === 0x20) accumulator = data.get(value) ?? 0;
    else if (code === 0x15) jump(accumulator === value);
    else if (code === 0x35) jump(accumulator >= value);
    else if (code === 0x06) return value === 0x7fff0000 ? 'allow' : value === 0x80000000 ? 'kill' : 'refuse';
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error('the program ran off its end');
}

const machines = [
  {
    name: 'x64',
    arch: 0xc000003e,
    read: 0,
    socket: 41,
    ptrace: 101,
    unshare: 272,
    memfd: 319,
    other: 0xc00000b7,
  },
  {
    name: 'arm64',
    arch: 0xc00000b7,
    read: 63,
    socket: 198,
    ptrace: 117,
    unshare: 97,
    memfd: 279,
    other: 0xc000003e,
  },
];

describe.each(machines)('on $name', ({ name, arch, read, socket, ptrace, unshare, memfd, other }) => {
  const program = seccompFilter(name, { denyUnseenMemory: false }) ?? new Uint8Array();

  test('ordinary calls pass', () => {
    expect(verdict(program, { arch, number: read })).toBe('allow');
    expect(verdict(program, { arch, number: memfd })).toBe('allow');
  });

  test('calls that look into others or make namespaces are refused', () => {
    expect(verdict(program, { arch, number: ptrace })).toBe('refuse');
    expect(verdict(program, { arch, number: unshare })).toBe('refuse');
    expect(verdict(program, { arch, number: 425 })).toBe('refuse');
  });

  test.each([
    ['unix', 1, 'allow'],
    ['IPv4', 2, 'allow'],
    ['IPv6', 10, 'allow'],
    ['netlink', 16, 'allow'],
    ['packet', 17, 'refuse'],
    ['alg', 38, 'refuse'],
    ['vsock', 40, 'refuse'],
    ['none', 0, 'refuse'],
  ])('a %s socket (%i): %s', (_, firstArgument, expected) => {
    expect(verdict(program, { arch, number: socket, firstArgument })).toBe(expected);
  });

  test('calls of another architecture end the process', () => {
    expect(verdict(program, { arch: other, number: read })).toBe('kill');
    expect(verdict(program, { arch: 0x40000003, number: read })).toBe('kill');
  });

  test('memory that no process size shows is refused when asked', () => {
    const strict = seccompFilter(name, { denyUnseenMemory: true }) ?? new Uint8Array();

    expect(verdict(strict, { arch, number: memfd })).toBe('refuse');
    expect(verdict(strict, { arch, number: read })).toBe('allow');
  });
});

test('the second set of numbers that x64 has (x32) ends the process', () => {
  const program = seccompFilter('x64', { denyUnseenMemory: false }) ?? new Uint8Array();

  expect(verdict(program, { arch: 0xc000003e, number: 0x40000000 + 101 })).toBe('kill');
});

test('an architecture without a table has no filter', () => {
  expect(seccompFilter('riscv64', { denyUnseenMemory: false })).toBeUndefined();
});
