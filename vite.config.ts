import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: "web",
  plugins: [react(), tailwindcss()],
  build: { outDir: "../dist", emptyOutDir: true, modulePreload: { polyfill: false }, target: "es2023" },
  server: { proxy: { "/api": "http://localhost:3000", "/objects": "http://localhost:3000" } },
  test: {
    root: ".",
    include: ["{contract,server,web}/**/*.test.ts"],
    globalSetup: "server/testing/global.ts",
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
