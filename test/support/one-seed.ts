/** Has every property of a run draw from one seed, `ORRERY_SEED`, also one that names no options. */
import fc from 'fast-check';

const given = process.env['ORRERY_SEED'];
if (given !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(given) });
