export const runSoak = async () => ({ tried: [], skipped: 'not there yet' });
