/** Ways for a run to leave the pipeline other than by reaching its end. */
import type { Outcome } from '../report/types.ts';

/** The run ends here, visibly, with this outcome. */
export class RunEnded extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super(`The run ended: ${outcome.kind}.`);
    this.name = 'RunEnded';
    this.outcome = outcome;
  }
}

/** The installation is suspended: the run waits, for however long, until its owner lifts that. */
export class Paused extends Error {
  constructor() {
    super('This installation is suspended; its work waits until that is lifted.');
    this.name = 'Paused';
  }
}

/** The App was uninstalled: nobody is left to tell. */
export class Gone extends Error {
  constructor() {
    super('The App is not installed there any more.');
    this.name = 'Gone';
  }
}

/** This process is going down; another attempt continues from the journal. */
export class Interrupted extends Error {
  constructor() {
    super('The worker is shutting down; the run continues elsewhere.');
    this.name = 'Interrupted';
  }
}
