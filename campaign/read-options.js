import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const usage = `npm run campaign -- [--minutes 10] [--only part,part] [--seed N] [--json FILE] [--product FILE]
--minutes  how long, shared by the parts by their weights
--only     these parts
--seed     draws the same requests, agents and moments again
--json     the results as a file
--product  another build of the executable
What stands behind a further -- is for Jest, which plays the part strangers.`;

const fail = (message) => {
  throw new Error(`${message}\n${usage}`);
};

const optionsOf = (argv) => {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        minutes: { type: 'string', default: '10' },
        only: { type: 'string' },
        seed: { type: 'string' },
        json: { type: 'string' },
        product: { type: 'string' },
      },
    });
  } catch (error) {
    return fail(error.message);
  }
};

const partsOf = (only, parts) => {
  if (only === undefined) return parts.filter(({ byDefault }) => byDefault);
  const names = only.split(',');
  for (const name of names) {
    if (parts.some((part) => part.name === name)) continue;
    fail(`No part is called ${name}; there are ${parts.map((part) => part.name).join(', ')}.`);
  }
  return parts.filter(({ name }) => names.includes(name));
};

const shipped = fileURLToPath(new URL('../bin/walletproof.js', import.meta.url));

/** The options of a campaign; throws with the usage. */
export const readOptions = (argv, parts) => {
  const { values, positionals } = optionsOf(argv);
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) fail(`--minutes wants a number above 0, not ${values.minutes}.`);
  const drawn = String(Math.floor(Math.random() * 2 ** 31));
  const seed = Number(values.seed ?? drawn);
  if (!Number.isSafeInteger(seed)) fail(`--seed wants a whole number, not ${values.seed}.`);
  return {
    minutes,
    seed,
    parts: partsOf(values.only, parts),
    json: values.json,
    product: values.product ?? shipped,
    forJest: positionals,
  };
};
