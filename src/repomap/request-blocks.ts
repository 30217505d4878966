/** Cuts a request into blocks whose words deserve different trust: a title says more than a listing of installed packages. */

export type BlockKind = 'title' | 'prose' | 'code' | 'trace' | 'noise';

export interface Block {
  kind: BlockKind;
  text: string;
}

/** What is read of a request: more is a pasted log. Bounds keep every pattern here near linear on hostile text. */
const longestText = 200_000;
const longestLine = 1000;

/** Headings of issue templates under which people paste what they run, not what is wrong. */
const noiseHeading =
  /^\W*(versions?|environment|env|system( info(rmation)?)?|platform|setup|your environment|software versions|output of .*(show_versions|pip (list|freeze)).*|checklist|before (submitting|filing)|prerequisites|additional (context|info(rmation)?)|installed (versions|packages)|os|browser|package (list|versions?)|bug report checklist|severity)\W*$/i;
const checkbox = /^\s*[-*+]\s+\[[ xX]\]/;
/** `numpy: 1.16.2`, `pytest==3.6.1`, `Python 3.7.1 (default, …)`, `- OS: Ubuntu 18.04`. */
const versionLine =
  /^\s*[-*]?\s*`?[\w.@/ -]{1,40}`?\s*(?:[:=]{1,2}|\s|@)\s*\(?v?\d+\.\d+(\.\d+)?[\w.+-]*\)?\W*$|^\s*[-*]?\s*\**(os|operating system|platform|python|node|npm|browser|machine|executable|arch(itecture)?|commit|byteorder|lc_all|lang|locale)\**\s*[:=].{0,80}$/i;
const frame =
  /^\s*(File "[^"]+", line \d+|at .+[(:].*\d+\)?$|\d+: .+::|#\d+ |goroutine \d+|from .+:\d+:in|.+\.go:\d+ \+0x|Traceback \(most recent|Caused by: |Exception in thread|panic: |thread '.*' panicked|stack backtrace:|[\w./\\-]+\.\w+:\d+: in )/;

function fence(line: string): string | undefined {
  return /^\s{0,3}(?:>\s*)*(`{3,}|~{3,})/.exec(line)?.[1];
}

/** Whether most of the lines of a listing look like frames of a stack trace. */
function looksLikeTrace(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const frames = lines.filter((line) => frame.test(line)).length;
  return frames >= 2 || (frames === 1 && lines.length <= 4);
}

/** The blocks of `text` in order. HTML comments (template instructions) are dropped; the first line with words is the title. */
export function blocksOf(text: string): Block[] {
  const lines = text
    .slice(0, longestText)
    .replace(/\r\n?/g, '\n')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '\n')
    .replace(/\S{400,}/g, ' ')
    .split('\n')
    .map((line) => line.slice(0, longestLine));
  const blocks: Block[] = [];
  let noisy = false;
  let titled = false;
  const add = (kind: BlockKind, line: string) => {
    const last = blocks.at(-1);
    if (last?.kind === kind && kind !== 'title') last.text += `\n${line}`;
    else blocks.push({ kind, text: line });
  };
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const open = fence(line);
    if (open !== undefined) {
      const body: string[] = [];
      for (index++; index < lines.length; index++) {
        const inner = lines[index] ?? '';
        if (fence(inner)?.startsWith(open) && /^[\s>]*[`~]+\s*$/.test(inner)) break;
        body.push(inner);
      }
      const code = body.join('\n');
      blocks.push({ kind: noisy ? 'noise' : looksLikeTrace(code) ? 'trace' : 'code', text: code });
      continue;
    }
    if (!titled && /\w/.test(line)) {
      titled = true;
      add('title', line);
      continue;
    }
    const heading = /^\s*(?:#{1,6}\s*(.+)|\*\*(.+)\*\*:?\s*|(.{3,50}):\s*)$/.exec(line);
    const words = heading?.[1] ?? heading?.[2] ?? heading?.[3];
    if (words !== undefined) noisy = noiseHeading.test(words);
    if (noisy || checkbox.test(line) || versionLine.test(line) || /^\s*<\/?(details|summary)>/.test(line))
      add('noise', line);
    else if (frame.test(line)) add('trace', line);
    else if (/^(\s{4,}|\t|>>> |\.\.\. |\$ )\S/.test(line)) add('code', line);
    else add('prose', line);
  }
  return blocks;
}
