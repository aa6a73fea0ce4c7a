import { parseArgs } from 'node:util';

const usage = `npm run bench -- [options]
  --only NAME[,NAME]  measure only these parts
  --quick             fewer rounds and smaller sizes: what was broken is seen, no figure to quote
  --json FILE         write what was measured
  --compare FILE      compare with such a file; exit 1 where something is slower by a tenth or more
  --write             write the tables of docs/performance.md`;

/** The options of the command line; ends the process where they cannot be used. */
export const readOptions = (names) => {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string' },
        quick: { type: 'boolean', default: false },
        json: { type: 'string' },
        compare: { type: 'string' },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) throw new TypeError('The parts are measured one after the other.');
    const only = values.only?.split(',');
    const unknown = only?.find((name) => !names.includes(name));
    if (unknown !== undefined) throw new TypeError(`There is no part ${unknown}.`);
    if (values.write && (values.quick || only !== undefined)) {
      throw new TypeError('--write takes a whole run: neither --only nor --quick.');
    }
    return { ...values, only };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(`${error.message}\n\n${usage}\n\nparts: ${names.join(', ')}`);
    process.exit(2);
  }
};
