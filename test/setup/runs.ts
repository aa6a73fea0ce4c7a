/** Of random runs a tenth is played with every change; with CAMPAIGN=1 (`npm run campaign`) all of them. */
export const runs = (all: number): number => (process.env['CAMPAIGN'] === undefined ? Math.ceil(all / 10) : all);
