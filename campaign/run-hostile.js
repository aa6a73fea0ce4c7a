export const runHostile = async () => ({ tried: [], skipped: 'not there yet' });
