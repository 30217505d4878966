import { expect, test } from 'vitest';
import { withHosts } from '../../src/runs/stages/setup.ts';

test('a repository chooses among the hosts of the operator and can add none', () => {
  const place = {
    type: 'sandbox' as const,
    workspace: '/w',
    setupHosts: ['registry.example', 'proxy.example:8080'],
  };
  expect(withHosts(place, ['registry.example', 'evil.example'])).toMatchObject({
    setupHosts: ['registry.example'],
  });
  expect(withHosts({ type: 'sandbox', workspace: '/w' }, ['registry.example'])).toMatchObject({
    setupHosts: [],
  });
  expect(withHosts({ type: 'direct', cwd: '/w' }, ['registry.example'])).toEqual({
    type: 'direct',
    cwd: '/w',
  });
});
