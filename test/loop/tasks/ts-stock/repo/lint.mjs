import { readFileSync } from 'node:fs';

const lines = readFileSync('src/stock.ts', 'utf8').split('\n');
const bad = lines.flatMap((line, index) => (/\bany\b/.test(line) ? [`src/stock.ts:${index + 1}: no "any"`] : []));
for (const row of bad) console.log(row);
process.exit(bad.length > 0 ? 1 : 0);
