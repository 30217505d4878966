/** Puts an answer, or a broken one, on the wire. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScriptFault } from '../../src/models/script/schema.ts';
import type { Answer, Frame, Wire } from './wire/wire.ts';

export interface Sending {
  wire: Wire;
  answer: Answer;
  response: ServerResponse;
  pace: { delayMs: number; tokensPerSecond: number | undefined };
}

/** Sends the answer whole, or as a stream at the script's speed. */
export async function sendAnswer(sending: Sending): Promise<void> {
  const { wire, answer, response, pace } = sending;
  await sleep(pace.delayMs);
  if (answer.request.stream) {
    openStream(response);
    await sendFrames(sending, wire.frames(answer));
    response.end();
    return;
  }
  // Without a stream, the client waits as long as the writing takes.
  const words = wire.frames(answer).filter((frame) => frame.content).length;
  if (pace.tokensPerSecond) await sleep((1000 * words) / pace.tokensPerSecond);
  sendJson(response, JSON.stringify(wire.whole(answer)));
}

/** Does to the client what the script's fault says. */
export async function sendFault(sending: Sending & { fault: ScriptFault }): Promise<void> {
  const { wire, answer, response, pace, fault } = sending;
  await sleep(pace.delayMs);
  switch (fault.kind) {
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'silence':
      return;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Maintenance</title><h1>We will be back soon</h1>');
      return;
    case 'malformed':
      if (!answer.request.stream) return sendJson(response, '{"id": "broken');
      openStream(response);
      response.end('data: {"id": "broken\n\n');
      return;
    case 'cut':
    case 'clean_end':
    case 'stall':
    case 'error_event':
      return breakOff(sending, fault);
    default: {
      const error = wire.error(fault);
      response.writeHead(error.status, { 'content-type': 'application/json', ...error.headers });
      response.end(JSON.stringify(wire.errorBody(error)));
    }
  }
}

type BreakOff = Extract<ScriptFault, { after: number }>;

/** Starts the answer and stops in the middle, in one of four ways. */
async function breakOff(sending: Sending, fault: BreakOff): Promise<void> {
  const { wire, answer, response } = sending;
  if (!answer.request.stream) {
    const text = JSON.stringify(wire.whole(answer));
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.write(text.slice(0, text.length / 2));
    if (fault.kind !== 'stall') await destroySoon(response);
    return;
  }
  openStream(response);
  await sendFrames(sending, upTo(wire.frames(answer), fault.after));
  if (fault.kind === 'clean_end') response.end();
  if (fault.kind === 'cut') await destroySoon(response);
  if (fault.kind === 'error_event') {
    writeFrame(response, wire.errorFrame(wire.error(fault)));
    response.end();
  }
}

/** Everything before the piece of content that has number `count`, counted from 0. */
function upTo(frames: Frame[], count: number): Frame[] {
  let seen = 0;
  const end = frames.findIndex((frame) => frame.content && seen++ === count);
  // A short answer breaks off after its last piece, never after its finish reason.
  return frames.slice(0, end < 0 ? frames.findLastIndex((frame) => frame.content) + 1 : end);
}

/** What was written has to reach the client first, or the fault would be a reset. */
async function destroySoon(response: ServerResponse): Promise<void> {
  await sleep(20);
  response.destroy();
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  });
}

async function sendFrames({ response, pace }: Sending, frames: Frame[]): Promise<void> {
  const pause = pace.tokensPerSecond ? 1000 / pace.tokensPerSecond : 0;
  for (const frame of frames) {
    if (response.destroyed) return;
    if (frame.content && pause > 0) await sleep(pause);
    writeFrame(response, frame);
  }
}

function writeFrame(response: ServerResponse, frame: Frame): void {
  const data = typeof frame.data === 'string' ? frame.data : JSON.stringify(frame.data);
  response.write(`${frame.event ? `event: ${frame.event}\n` : ''}data: ${data}\n\n`);
}

function sendJson(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(text);
}
