import { fine, isKind, lend } from './loans.ts';

const usage = `usage: node src/cli.ts due KIND BORROWED
       node src/cli.ts fine KIND BORROWED RETURNED`;

function main([command, kind, borrowed, returned]: string[]): string {
  if (!kind || !borrowed || !isKind(kind)) return usage;
  const loan = lend(kind, borrowed);
  if (command === 'due') return loan.dueOn;
  if (command === 'fine' && returned) return `${(fine(loan, returned) / 100).toFixed(2)} €`;
  return usage;
}

console.log(main(process.argv.slice(2)));
