import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    exclude: ["test/browser/**", "test/postgres/**"],
    // Order-free is a rule of the house: a test that needs another one before it is broken.
    sequence: { shuffle: true },
    testTimeout: 60_000,
  },
});
