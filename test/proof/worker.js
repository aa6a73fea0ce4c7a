import { register } from 'node:module';

// What the proof runs of a checkout: `play`, `judge`, each in the code of that checkout. Another build needs this name
// and these arguments alone.
register('../setup/load-typescript.js', import.meta.url);
const { work } = await import('./work.ts');
await work(process.argv.slice(2));
process.exit();
