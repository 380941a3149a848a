/** What an agent concludes, and what the decision gate makes of it. */
import * as z from 'zod';
import {
  evidenceStrengths,
  followupTypes,
  hypothesisStatuses,
  projectDecisions,
  researchOutcomes,
} from '../statuses.ts';
import { text, textOrNull } from './parts.ts';

/** `.orrery/project_decision.json`: what an agent concludes. Unknown members are dropped. */
export const projectDecisionSchema = z.object({
  project_decision: z.enum(projectDecisions),
  research_outcome: z.enum(researchOutcomes),
  hypothesis_status: z.enum(hypothesisStatuses),
  confidence: z.union([z.number().min(0).max(1), text]).nullish(),
  evidence_strength: z.enum(evidenceStrengths).nullish(),
  claim_scope: textOrNull.optional(),
  scale_limits: textOrNull.optional(),
  summary: textOrNull.optional(),
  recommended_next_action: textOrNull.optional(),
  stop_reason: textOrNull.optional(),
  bounded_paper_ready: z.boolean().nullish(),
  followup_recommended: z.boolean().nullish(),
  followup_type: z.enum(followupTypes).nullish(),
  followup_title: textOrNull.optional(),
  followup_hypothesis: textOrNull.optional(),
  followup_required_evidence: z.array(text).nullish(),
  followup_success_threshold: textOrNull.optional(),
  followup_stop_condition: textOrNull.optional(),
});
/** Made by `readDecision` of an agent's file. Absent and null members alike: the agent does not say. */
export type ProjectDecision = z.infer<typeof projectDecisionSchema>;

/** Verdict of the decision gate, stored when the decision is read. */
export const gateVerdictSchema = z.object({
  positive: z.boolean(),
  /** The field that decided, and its value as text. */
  field: text,
  value: text,
  reason: text,
});
/** Made by `judgeDecision`. A paper is drafted only where `positive` is true. */
export type GateVerdict = z.infer<typeof gateVerdictSchema>;
