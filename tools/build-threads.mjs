/** Before tests that run from the sources: builds what runs in threads or processes of its own. */
import { buildThreads } from './build.mjs';

export const setup = buildThreads;
