/** Cargo packages and workspaces. */
import type { Ecosystem } from './types.ts';

export const rust: Ecosystem = {
  name: 'Rust',
  manifests: ['Cargo.toml'],
  detect(project) {
    const workspace = /^\[workspace\]/m.test(project.read('Cargo.toml') ?? '') ? ' --workspace' : '';
    const nextest = project.has('.config/nextest.toml');
    const clippy = ['clippy.toml', '.clippy.toml'].find(project.has);
    return [
      {
        kind: 'setup',
        command: project.has('Cargo.lock') ? 'cargo fetch --locked' : 'cargo fetch',
        certainty: 'configured',
        why: 'Cargo.toml is there',
        lockFiles: ['Cargo.lock', 'Cargo.toml'].filter(project.has),
      },
      {
        kind: 'lint',
        command: clippy
          ? `cargo clippy${workspace} --all-targets -- -D warnings`
          : `cargo check${workspace} --all-targets`,
        certainty: clippy ? 'configured' : 'conventional',
        why: clippy ? `${clippy} configures clippy` : 'Cargo.toml is there',
      },
      {
        kind: 'test',
        command: nextest
          ? `cargo nextest run${workspace} --no-fail-fast`
          : `cargo test${workspace} --no-fail-fast`,
        certainty: 'configured',
        why: nextest ? '.config/nextest.toml configures nextest' : 'Cargo.toml is there',
      },
    ];
  },
};
