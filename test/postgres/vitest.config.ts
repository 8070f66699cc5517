import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/postgres/**/*.test.ts"],
    globalSetup: "test/postgres/require-postgres.ts",
    sequence: { shuffle: true },
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
