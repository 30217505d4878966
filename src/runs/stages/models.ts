/** The models of a run: those of the server, but for what the command or the settings choose among those that it offers. */
import { z } from 'zod';
import type { RepositoryConfig } from '../../config/repository.ts';
import { modelsRecordSchema, recordOf } from '../origin.ts';
import type { RunRecord } from '../record.ts';
import type { Task } from '../task.ts';
import type { RunModels, RunTools } from '../tools.ts';

const chosenSchema = modelsRecordSchema.extend({ notes: z.array(z.string()) });
const roles = ['architect', 'editor', 'weak'] as const;
type Names = { [Role in (typeof roles)[number]]?: string };

/**
 * A repository may name what anybody may name in a command: models that stand in the configuration of the operator, who thereby
 * knows what they cost. For a role whose model does not, a note says so, and the server's own is used. A command goes before.
 */
export async function chosenModels(
  task: Task,
  settings: RepositoryConfig['models'],
  { models, journal }: RunTools,
  record: RunRecord,
): Promise<RunModels> {
  const given: Names = { architect: task.model, editor: task.editorModel };
  const wanted = roles.filter((role) => given[role] === undefined && settings[role] !== 'server-default');
  if (wanted.length === 0) return models;
  const chosen = await journal.step('models', '', chosenSchema, async () => {
    const allowed = models.allowed ?? [];
    const [offered, refused] = [true, false].map((is) =>
      wanted.filter((role) => allowed.includes(settings[role]) === is),
    );
    const names = Object.fromEntries((offered ?? []).map((role) => [role, settings[role]]));
    const list = allowed.map((name) => `\`${name}\``).join(', ');
    return {
      ...recordOf(models.choose?.({ ...given, ...names }) ?? models),
      notes: (refused ?? []).map(
        (role) =>
          `\`models.${role}\` of the settings is \`${settings[role]}\`, which this server does not offer; it used its own. It offers ${list}.`,
      ),
    };
  });
  record.note(...chosen.notes);
  const limits = new Map(Object.entries(chosen.limits));
  return { ...models, ...chosen.models, limits: (model) => limits.get(model) ?? models.limits(model) };
}
