import type { FlagName } from './flags.ts';
import { commandSpecs } from './registry/index.ts';
import type { CommandSpec, Place, Verb } from './types.ts';

/**
 * What the running version can do, and where. Parser, help, suggestions and docs/commands.md offer this and no more; the
 * rest of the registry is understood and answered as not available. A word joins the table together with its code.
 */
const available: Partial<Record<Verb, { places: readonly Place[]; flags: readonly FlagName[] }>> = {
  fix: {
    places: ['issue', 'pull-request', 'inline'],
    flags: [
      'model',
      'editor-model',
      'mode',
      'format',
      'files',
      'read',
      'base',
      'draft',
      'budget',
      'no-test',
      'dry-run',
    ],
  },
  ask: { places: ['issue', 'pull-request', 'inline'], flags: ['model', 'files', 'read', 'budget'] },
  plan: { places: ['issue', 'pull-request'], flags: ['model', 'files', 'read', 'base', 'budget'] },
  approve: {
    places: ['issue', 'pull-request'],
    flags: ['editor-model', 'format', 'draft', 'budget', 'no-test'],
  },
  continue: {
    places: ['issue', 'pull-request'],
    flags: [
      'model',
      'editor-model',
      'mode',
      'format',
      'files',
      'read',
      'base',
      'budget',
      'no-test',
      'dry-run',
    ],
  },
  address: {
    places: ['pull-request'],
    flags: ['model', 'editor-model', 'mode', 'format', 'budget', 'no-test'],
  },
  map: { places: ['issue', 'pull-request'], flags: ['files', 'read'] },
  test: { places: ['issue', 'pull-request'], flags: [] },
  lint: { places: ['issue', 'pull-request'], flags: [] },
  undo: { places: ['pull-request', 'inline'], flags: ['no-test'] },
  redo: { places: ['pull-request'], flags: ['no-test'] },
  stop: { places: ['issue', 'pull-request'], flags: [] },
  retry: {
    places: ['issue', 'pull-request'],
    flags: ['model', 'editor-model', 'mode', 'format', 'budget', 'no-test'],
  },
  status: { places: ['issue', 'pull-request'], flags: [] },
  cost: { places: ['issue', 'pull-request'], flags: [] },
  config: { places: ['issue', 'pull-request'], flags: [] },
  task: { places: ['issue', 'pull-request'], flags: [] },
  help: { places: ['issue', 'pull-request'], flags: [] },
  ping: { places: ['issue', 'pull-request'], flags: [] },
};

export const availableVerbs: ReadonlySet<Verb> = new Set(
  commandSpecs.map((spec) => spec.verb).filter((verb) => available[verb] !== undefined),
);

/** A command cut down to what of it is available. One that is not available at all keeps its entry: it is refused by name. */
export function offered(spec: CommandSpec): CommandSpec {
  const here = available[spec.verb];
  if (!here) return spec;
  const flags = spec.flags.filter((flag) => here.flags.includes(flag));
  const usable = (example: string) =>
    [...example.matchAll(/--([a-z-]+)/g)].every(([, name]) => flags.some((flag) => flag === name));
  return {
    ...spec,
    flags,
    places: spec.places.filter((place) => here.places.includes(place)),
    examples: spec.examples.filter(usable),
  };
}
