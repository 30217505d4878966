/** Git plumbing that is safe in a hostile repository: nothing that its configuration names is ever run. */
import { type Finished, finished, launch, type Program, type Running } from '../lib/launcher/index.ts';

/** Settings of a repository that would start programs or reach the network, switched off one by one. */
const hardening = [
  'core.fsmonitor=',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.sshCommand=false',
  'core.untrackedCache=false',
  'core.quotePath=false',
  'credential.helper=',
  'diff.external=',
  'log.showSignature=false',
  'protocol.allow=never',
  'safe.directory=*',
].flatMap((setting) => ['-c', setting]);

function environment(): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    LC_ALL: 'C',
    HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
  };
}

function program(folder: string, args: readonly string[]): Omit<Program, 'takesInput'> {
  return { file: 'git', args: [...hardening, '-C', folder, ...args], cwd: process.cwd(), env: environment() };
}

class GitFailed extends Error {
  override readonly name = 'GitFailed';
}

/** Runs git in `folder` and returns its output; throws `GitFailed` with git's own words. */
export async function git(folder: string, args: readonly string[]): Promise<Buffer> {
  return (await beginning(folder, args, Number.POSITIVE_INFINITY)).out;
}

/** As `git`, and no more of its output than `mostBytes`; `isCut` when there was more. */
export async function beginning(
  folder: string,
  args: readonly string[],
  mostBytes: number,
): Promise<Pick<Finished, 'out' | 'isCut'>> {
  const { code, out, err, cause, isCut } = await finished(program(folder, args), mostBytes);
  if (cause) throw cause;
  if (code !== 0 && !isCut) throw new GitFailed(`git ${args[0]}: ${err.toString().trim().slice(0, 500)}`);
  return { out, isCut };
}

interface Waiting {
  resolve(content: Uint8Array): void;
  reject(error: Error): void;
}

/** One `git cat-file --batch` process that answers many reads in the order in which they were asked. */
export class BlobReader {
  readonly #child: Running;
  readonly #ended = Promise.withResolvers<void>();
  #failure: Error | undefined;
  /** Names of this turn, to be asked for in one go. */
  #asked = '';
  readonly #waiting: Waiting[] = [];
  #next = 0;
  #chunks: Buffer[] = [];
  #held = 0;
  /** Bytes that complete the answer under way; 0 while its header has not come. */
  #wanted = 0;
  #headerLength = 0;

  constructor(folder: string) {
    this.#child = launch(
      { ...program(folder, ['cat-file', '--batch']), takesInput: true },
      {
        out: (chunk) => this.#take(chunk),
        err: () => undefined,
        end: (_code, cause) => {
          this.#failure = cause ?? new GitFailed('git cat-file ended early');
          this.#fail(this.#failure);
          this.#ended.resolve();
        },
      },
    );
  }

  read(blob: string): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      if (this.#failure) {
        reject(this.#failure);
        return;
      }
      this.#waiting.push({ resolve, reject });
      if (this.#asked === '') queueMicrotask(() => this.#ask());
      this.#asked += `${blob}\n`;
    });
  }

  async close(): Promise<void> {
    this.#ask();
    this.#child.endInput();
    await this.#ended.promise;
  }

  #ask(): void {
    if (this.#asked !== '') this.#child.write(this.#asked);
    this.#asked = '';
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    while (this.#held > 0) {
      if (this.#wanted === 0 && !this.#readHeader()) return;
      if (this.#held < this.#wanted) return;
      const all = this.#join();
      const waiting = this.#waiting[this.#next];
      const content = all.subarray(this.#headerLength, Math.max(this.#headerLength, this.#wanted - 1));
      const missing = this.#wanted === this.#headerLength;
      const rest = all.subarray(this.#wanted);
      this.#chunks = rest.length > 0 ? [rest] : [];
      this.#held = rest.length;
      this.#wanted = 0;
      this.#next++;
      if (this.#next > 1000) {
        this.#waiting.splice(0, this.#next);
        this.#next = 0;
      }
      if (missing) waiting?.reject(new GitFailed('the object is not in the repository'));
      else waiting?.resolve(new Uint8Array(content));
    }
  }

  #readHeader(): boolean {
    const all = this.#join();
    const end = all.indexOf(10);
    if (end < 0) return false;
    const header = all.toString('latin1', 0, end);
    const size = /^\S+ \S+ (\d+)$/.exec(header)?.[1];
    this.#headerLength = end + 1;
    this.#wanted = size === undefined ? end + 1 : end + 1 + Number(size) + 1;
    return true;
  }

  #join(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0] ?? Buffer.alloc(0);
  }

  #fail(error: Error): void {
    for (const waiting of this.#waiting.splice(this.#next)) waiting.reject(error);
    this.#next = 0;
    this.#waiting.length = 0;
  }
}
