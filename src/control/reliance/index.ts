/** May the service be left alone: the one judgement, its reasons, what each holds up and what ends it. */
export { cautionCodes } from './cautions.ts';
export { reasonCodes } from './reason.ts';
export type { RelianceFacts } from './reason-facts.ts';
export { type RelianceContext, readReadinessReply, readReliance } from './reliance.ts';
