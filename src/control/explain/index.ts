/** Why something does not move, for whatever a person may ask about. */
export { explain } from './explain.ts';
export { explainQuestions, post, type UnblockRequest, verbRequest } from './explanation.ts';
