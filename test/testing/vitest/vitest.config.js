// biome-ignore lint/style/noDefaultExport: Vitest reads it
export default { test: { include: ['*.vitest.ts'], reporters: ['json'] } };
