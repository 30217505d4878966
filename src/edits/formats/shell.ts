import { closes, type Fence, readFence } from './fences.ts';

const SHELLS = new Set(
  'bash sh shell cmd batch bat powershell ps1 pwsh zsh fish ksh csh tcsh console terminal shellsession shell-session'.split(
    ' ',
  ),
);

/** Commands that a line may start with; such a line is no file name, whatever its last word looks like. */
const COMMANDS = new Set(
  (
    'npm npx yarn pnpm bun deno node python python3 pip pip3 uv poetry cargo go make cmake gradle mvn dotnet git cd mkdir touch ' +
    'rm mv cp ls cat echo chmod sudo docker docker-compose kubectl curl wget bash sh source export pytest ruby bundle rake ' +
    'rails php composer java javac gcc g++ clang rustc tsc vitest jest brew apt apt-get set run'
  ).split(' '),
);

export function isShellFence(fence: Fence): boolean {
  const word = fence.info.split(/[\s{:]/, 1)[0] ?? '';
  return SHELLS.has(word.toLowerCase());
}

export function startsWithCommand(text: string): boolean {
  const bare = text.startsWith('$ ') ? text.slice(2) : text;
  const space = bare.indexOf(' ');
  return space > 0 && COMMANDS.has(bare.slice(0, space));
}

/** Shell snippets may carry prompts; a command to copy has none. */
export function commandText(lines: readonly string[]): string {
  return lines
    .map((line) => (line.trimStart().startsWith('$ ') ? line.trimStart().slice(2) : line))
    .join('\n')
    .trim();
}

/** Line after the fence that closes the block opened at `start`, or the number of lines when none does. */
function endOfFence(lines: readonly string[], start: number, open: Fence, limit: number): number {
  for (let i = start + 1; i < limit; i++) {
    const fence = readFence(lines[i] ?? '');
    if (fence && closes(open, fence)) return i;
  }
  return limit;
}

/** Adds the shell snippets of these lines to `commands`: they are set aside for a person, never run. */
export function collectCommands(
  commands: string[],
  lines: readonly string[],
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) {
    const fence = readFence(lines[i] ?? '');
    if (!fence || fence.closingTag) continue;
    if (fence.info === '' || !isShellFence(fence)) {
      // Only a fence with an info string surely opens something; a bare one may close the block before.
      if (fence.info !== '') i = endOfFence(lines, i, fence, to);
      continue;
    }
    const end = endOfFence(lines, i, fence, to);
    // The fence of a block itself may say `sh`.
    const command = end < to ? commandText(lines.slice(i + 1, end)) : '';
    if (command !== '') commands.push(command);
    i = end;
  }
}
