/** Lines of a stream of JSON lines. */

const newline = 0x0a;

/**
 * Every line of a stream without its end, as strict UTF-8 text; a line that is not UTF-8 comes as undefined. Only LF ends
 * a line: node's own reader also splits at U+2028 and U+2029, which JSON may hold as they are (`JSON.stringify` writes
 * them so). A byte order mark before a line is dropped.
 */
export async function* readLines(stream: NodeJS.ReadableStream): AsyncGenerator<string | undefined> {
  let open: Buffer[] = [];
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    let from = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, from)) {
      yield readUtf8(Buffer.concat([...open, bytes.subarray(from, end)]));
      open = [];
      from = end + 1;
    }
    open.push(bytes.subarray(from));
  }
  yield readUtf8(Buffer.concat(open));
}

/** The text of UTF-8 bytes without a byte order mark; undefined when they are not UTF-8, since a guess would be written into files. */
export function readUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
