import type { CommandSpec, Verb } from '../types.ts';
import { addressCommand } from './address.ts';
import { approveCommand } from './approve.ts';
import { askCommand } from './ask.ts';
import { configCommand } from './config.ts';
import { continueCommand } from './continue.ts';
import { costCommand } from './cost.ts';
import { fixCommand } from './fix.ts';
import { helpCommand } from './help.ts';
import { lintCommand } from './lint.ts';
import { mapCommand } from './map.ts';
import { pingCommand } from './ping.ts';
import { planCommand } from './plan.ts';
import { redoCommand } from './redo.ts';
import { retryCommand } from './retry.ts';
import { statusCommand } from './status.ts';
import { stopCommand } from './stop.ts';
import { taskCommand } from './task.ts';
import { testCommand } from './test.ts';
import { undoCommand } from './undo.ts';

/** Every command that the grammar knows, in the order of the help page. Adding one is a file and two lines here. */
export const commandSpecs: readonly CommandSpec[] = [
  fixCommand,
  askCommand,
  planCommand,
  approveCommand,
  continueCommand,
  addressCommand,
  undoCommand,
  redoCommand,
  stopCommand,
  retryCommand,
  testCommand,
  lintCommand,
  mapCommand,
  statusCommand,
  costCommand,
  configCommand,
  taskCommand,
  helpCommand,
  pingCommand,
];

/** The command that a word names, by verb or alias; case does not matter. */
export function commandNamed(word: string): CommandSpec | undefined {
  const sought = word.toLowerCase();
  return commandSpecs.find((spec) => spec.verb === sought || spec.aliases.includes(sought));
}

export function commandSpec(verb: Verb): CommandSpec {
  const found = commandSpecs.find((spec) => spec.verb === verb);
  if (!found) throw new Error(`The registry of commands lacks '${verb}'.`);
  return found;
}
