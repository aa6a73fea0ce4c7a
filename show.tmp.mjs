import { readFileSync } from 'node:fs';
const root = process.argv[2];
const { causesOf } = await import(`${root}/src/report/run-causes.ts`);
for (const f of process.argv.slice(3)) {
 const run = JSON.parse(readFileSync(f));
 console.log(f); for (const c of causesOf(run)) console.log('  ',c.standing,c.told.code,c.told.requirements.map(r=>r.id).join(),'| also',c.also.map(a=>a.code).join());
}
