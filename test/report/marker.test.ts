import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Marker, readMarker, writeMarker } from '../../src/report/marker.ts';
import { sign } from './examples.ts';

const marker: Marker = { kind: 'tracking', run: '01JDYA', target: 'acme/shop#12' };

describe('markers', () => {
  it('are found again on the first line', () => {
    expect(readMarker(`${writeMarker(marker, sign)}\nHello`, sign)).toEqual(marker);
    expect(readMarker(`${writeMarker(marker, sign)}\r\nHello`, sign)).toEqual(marker);
  });

  it('hold any text without ending the HTML comment or the line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (target) => {
        const line = writeMarker({ ...marker, target }, sign);
        expect(line.slice(4, -3)).not.toMatch(/--|>|\n/);
        expect(readMarker(line, sign)?.target).toBe(target.toWellFormed());
      }),
    );
    expect(readMarker(writeMarker({ ...marker, target: 'a -->\n<!-- b' }, sign), sign)?.target).toBe(
      'a -->\n<!-- b',
    );
  });

  it.each([
    ['of another key', writeMarker(marker, (text) => sign(`${text}!`))],
    ['whose text was changed', writeMarker(marker, sign).replace('#12', '#13')],
    ['whose signature was cut', writeMarker(marker, sign).replace(/[0-9a-f] -->$/, ' -->')],
    ['that is not on the first line', `\n${writeMarker(marker, sign)}`],
    ['in a quotation', `> ${writeMarker(marker, sign)}`],
    ['without JSON', `<!-- aiderbot:v1 {x} ${sign('aiderbot:v1 {x}')} -->`],
    ['of another version', writeMarker(marker, sign).replace('v1', 'v2')],
  ])('%s are not ours', (_, body) => expect(readMarker(body, sign)).toBeUndefined());
});
