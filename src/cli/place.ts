/** Where repository commands may run on this machine. */
import { probeSandbox } from '../checks/sandbox/probe.ts';
import type { RunTools } from '../runs/tools.ts';

/**
 * `required`: in the sandbox, or not at all where it does not work. `external`: the operator's word that this whole worker is
 * disposable. `direct`: one's own or a bundled repository.
 */
export async function placeFor(
  mode: 'required' | 'external' | 'direct',
  /** Hosts that set-up commands may reach at all. */
  setupHosts: readonly string[] = [],
): Promise<{ place: RunTools['place']; problem: string | undefined }> {
  if (mode !== 'required')
    return { place: (workspace) => ({ type: mode, cwd: workspace.dir }), problem: undefined };
  const probe = await probeSandbox();
  if (!probe.available) {
    const reason = `the sandbox does not work on this host (${probe.reason})`;
    return { place: () => ({ type: 'none', reason }), problem: `${reason}. ${probe.howToFix}` };
  }
  return {
    place: (workspace) => ({ type: 'sandbox', workspace: workspace.dir, setupHosts }),
    problem: undefined,
  };
}
