import { z } from 'zod';
import { editFormats, modes } from '../config/choices.ts';

const modelName = z.string().regex(/^[\w.:-]{1,40}(?:\/[\w.:@-]{1,80}){0,4}$/);
/** No leading dash or slash and no parent folders: these become arguments of git and paths of a checkout. */
const globs = z
  .string()
  .transform((text) => text.split(',').map((glob) => glob.trim()))
  .pipe(
    z
      .array(z.string().regex(/^(?![-/])(?!.*(?:^|\/)\.\.(?:\/|$))[^\u0000-\u001f\\]{1,200}$/))
      .min(1)
      .max(50),
  );
const branch = z
  .string()
  .max(200)
  .regex(/^(?![-/.])(?!.*(?:\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|[./]$))[^\u0000-\u0020\u007f~^:?*[\\]+$/);
const dollars = z
  .string()
  .regex(/^\$?\d{1,6}(?:\.\d{1,4})?$/)
  .transform((text) => Number(text.replace('$', '')))
  .refine((amount) => amount > 0);
const onOff = z.enum(['true', 'false']).transform((text) => text === 'true');

/** The allow-list. A flag that is not here does not exist, whatever a comment says. */
const schema = z
  .strictObject({
    model: modelName,
    'editor-model': modelName,
    mode: z.enum(modes),
    format: z.enum(editFormats),
    files: globs,
    read: globs,
    base: branch,
    draft: onOff,
    budget: dollars,
    'no-test': onOff,
    'dry-run': onOff,
  })
  .partial();

/** Values of the flags of one command; absent means "as configured". `budget` is in US dollars. */
export type Flags = z.infer<typeof schema>;
export type FlagName = keyof Flags;

export interface FlagSpec {
  name: FlagName;
  /** Shown after `=`; absent for a switch. */
  value?: string;
  help: string;
}

export const flagSpecs: readonly FlagSpec[] = [
  { name: 'model', value: 'provider/model', help: 'Model that plans (the architect).' },
  { name: 'editor-model', value: 'provider/model', help: 'Model that writes the edits.' },
  { name: 'mode', value: modes.join('|'), help: 'How the models divide the work.' },
  { name: 'format', value: editFormats.join('|'), help: 'Edit format for the editor.' },
  { name: 'files', value: 'path,glob,…', help: 'Files that must be in the context.' },
  { name: 'read', value: 'path,glob,…', help: 'Files to read but not to change.' },
  { name: 'base', value: 'branch', help: 'Branch to start from and to open the pull request against.' },
  { name: 'draft', help: 'Keep the pull request a draft.' },
  { name: 'budget', value: '$2.00', help: 'Most that this run may cost, within the limit of the settings.' },
  { name: 'no-test', help: 'Skip the test command; the pull request says so.' },
  { name: 'dry-run', help: 'Show the changes in a comment; push nothing.' },
];

export function flagSpec(name: string): FlagSpec | undefined {
  return flagSpecs.find((spec) => spec.name === name);
}

/** One flag's value by its rule; false when the text does not fit. */
export function readFlag(name: FlagName, text: string): Flags | false {
  const read = schema.safeParse({ [name]: text });
  return read.success ? read.data : false;
}
