export const runDurability = async () => ({ tried: [], skipped: 'x' });
