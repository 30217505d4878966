/** Git's pkt-line framing: four hex digits of length, then the payload; `0000` ends a section. */

export type Packet = Buffer | 'flush';

function encodePacket(payload: Buffer | string): Buffer {
  const bytes = Buffer.from(payload);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
}

const flush = Buffer.from('0000');

/** Reads packets until the first flush (or the end); `rest` is what follows it. */
function readPackets(bytes: Buffer): { packets: Buffer[]; rest: Buffer } {
  const packets: Buffer[] = [];
  let at = 0;
  while (at + 4 <= bytes.length) {
    const length = Number.parseInt(bytes.toString('latin1', at, at + 4), 16);
    if (!Number.isFinite(length)) break;
    if (length < 4) return { packets, rest: bytes.subarray(at + 4) };
    packets.push(bytes.subarray(at + 4, at + length));
    at += length;
  }
  return { packets, rest: bytes.subarray(at) };
}

export interface PushCommand {
  before: string;
  after: string;
  ref: string;
}

/** The ref updates at the start of a receive-pack request. */
export function readPushCommands(body: Buffer): PushCommand[] {
  return readPackets(body).packets.flatMap((packet) => {
    const line = packet.toString().split('\0')[0]?.trimEnd() ?? '';
    const found = /^([0-9a-f]{40}) ([0-9a-f]{40}) (.+)$/.exec(line);
    return found ? [{ before: found[1] ?? '', after: found[2] ?? '', ref: found[3] ?? '' }] : [];
  });
}

/**
 * Git reports a refusal by a hook as "pre-receive hook declined"; GitHub gives its own reason there. Rewrites the
 * status report inside a receive-pack answer (side band 1, or plain when the client asked for no side band).
 */
export function rewriteRefusals(answer: Buffer, reasonOf: (ref: string) => string | undefined): Buffer {
  const { packets } = readPackets(answer);
  const plain = packets.some((packet) => /^(unpack|ok|ng) /.test(packet.toString()));
  if (plain) return Buffer.concat([...packets.map((packet) => rewriteLine(packet, reasonOf)), flush]);
  const report = Buffer.concat(packets.filter((it) => it[0] === 1).map((it) => it.subarray(1)));
  const lines = readPackets(report).packets.map((packet) => rewriteLine(packet, reasonOf));
  const others = packets.filter((it) => it[0] !== 1).map((it) => encodePacket(it));
  const band = Buffer.concat([Buffer.from([1]), ...lines, flush]);
  return Buffer.concat([...others, encodePacket(band), flush]);
}

function rewriteLine(packet: Buffer, reasonOf: (ref: string) => string | undefined): Buffer {
  const refused = /^ng (\S+) /.exec(packet.toString());
  const reason = refused?.[1] === undefined ? undefined : reasonOf(refused[1]);
  return encodePacket(reason === undefined ? packet : `ng ${refused?.[1]} ${reason}\n`);
}
