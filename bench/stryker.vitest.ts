/** The examples among the edit engine's tests, for mutation testing: each mutant runs the ones that reach it, so the slow sweeps stay out. */
import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/edits/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      'test/edits/mutation/**',
      'test/edits/formats/fuzz.test.ts',
      'test/edits/hostile.test.ts',
      'test/edits/properties.test.ts',
    ],
    isolate: false,
    fileParallelism: false,
  },
});
